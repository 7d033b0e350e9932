//! Uploads as sources of pictures: the files that callers have posted to the bucket are read, and used up by the call
//! that makes a record of them.

use bytes::Bytes;
use contract::{Amount, ApiError, OrganizationId, ToolSpec, UploadId, error::Issue, operations::MAX_UPLOAD_BYTES};
use futures_util::future::try_join_all;
use media::{Bucket, Recording, Unrecorded, keys};
use service::{Call, Failure, Reply, Tool, refused};
use sources::{SourceError, SourceParameter, SourcePicture, Sources, UploadedFiles};
use store::{ChargeError, ChargeFailure, Store, Upload};

type ReplyOf<T> = Reply<<<T as Tool>::Spec as ToolSpec>::Output>;

/// The pictures of a call.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The pictures, in the order of the parameters.
    pub pictures: Vec<SourcePicture>,
    /// The uploads among the sources, which the call must use up.
    pub uploads: Vec<UploadId>,
}

/// Fetches sources and uploads.
#[derive(Clone, Copy, Debug)]
pub struct Fetcher<'a> {
    /// Fetches and decodes pictures.
    pub sources: &'a Sources,
    /// The records of uploads.
    pub store: &'a Store,
    /// The files of uploads.
    pub bucket: &'a Bucket,
}

fn named(parameters: &[SourceParameter<'_>]) -> Vec<UploadId> {
    parameters.iter().filter_map(SourceParameter::upload).collect()
}

impl Fetcher<'_> {
    /// Fetches the pictures of all parameters within the time of a call. Without uploads it makes no call to AWS.
    ///
    /// # Errors
    ///
    /// VALIDATION_ERROR with an issue for each parameter that has no usable picture; or a call to AWS failed.
    pub async fn fetch(&self, call: &Call, parameters: &[SourceParameter<'_>]) -> Result<Fetched, Failure> {
        let uploads = named(parameters);
        let work = async {
            let files = self.files(call.organization.id, &uploads).await?;
            let fetched = self.sources.fetch_with_uploads(parameters, files).await;
            Ok::<_, Failure>(fetched.map_err(ApiError::bad_sources)?)
        };
        Ok(Fetched {
            pictures: call.in_time(work).await??,
            uploads,
        })
    }

    /// The files of uploads. The records and the files are read concurrently.
    async fn files(&self, organization: OrganizationId, ids: &[UploadId]) -> Result<UploadedFiles, Failure> {
        if ids.is_empty() {
            return Ok(UploadedFiles::new());
        }
        let most = usize::try_from(MAX_UPLOAD_BYTES).unwrap_or(usize::MAX);
        let file = async |id: UploadId| {
            let key = keys::upload(organization, id);
            let file = self.bucket.get_at_most(&key, most).await;
            Ok::<_, Failure>((id, file.map_err(Failure::internal)?))
        };
        let records = async { Ok(self.store.uploads(organization, ids).await?) };
        let files = try_join_all(ids.iter().map(|id| file(*id)));
        let (records, files) = tokio::try_join!(records, files)?;
        let judged = files
            .into_iter()
            .map(|(id, file)| (id, judge(record(&records, id), file)));
        Ok(judged.collect())
    }
}

fn record(records: &[Upload], id: UploadId) -> Option<&Upload> {
    records.iter().find(|record| record.id == id)
}

/// The file of an upload, if it can be used.
fn judge(record: Option<&Upload>, file: Option<Bytes>) -> Result<Bytes, SourceError> {
    let record = record.ok_or(SourceError::NoUpload)?;
    let file = file.ok_or(SourceError::EmptyUpload)?;
    // S3 checks the size, too, but another endpoint may not.
    if record.size_bytes.is_some_and(|size| size != file.len() as u64) {
        return Err(SourceError::UploadSize);
    }
    Ok(file)
}

/// Checks for a quote that the uploads among the sources can still be used. The files are not read.
///
/// # Errors
///
/// VALIDATION_ERROR with an issue for each upload that cannot be used; or a call to AWS failed.
pub async fn check(store: &Store, call: &Call, parameters: &[SourceParameter<'_>]) -> Result<(), Failure> {
    let uploads = named(parameters);
    if uploads.is_empty() {
        return Ok(());
    }
    let records = store.uploads(call.organization.id, &uploads).await?;
    let gone = uploads.into_iter().filter(|id| record(&records, *id).is_none());
    let issues = issues(parameters, &gone.collect::<Vec<_>>());
    if issues.is_empty() {
        return Ok(());
    }
    Err(ApiError::bad_sources(issues).into())
}

/// What follows the transaction that creates a record from sources: its reply, if it was written; a replay, if a call
/// with the same idempotency key was first. `required` is the price.
///
/// # Errors
///
/// VALIDATION_ERROR with an issue for each upload that another call has used up; another reason of the refusal; or it
/// is unknown whether the record was written.
pub async fn recorded<T: Tool, E: Into<Failure> + Send>(
    tool: &T,
    call: &Call,
    sources: &[SourceParameter<'_>],
    required: Amount,
    created: Result<ReplyOf<T>, ChargeError<E>>,
) -> Result<Recording<ReplyOf<T>>, Unrecorded<Failure>> {
    match created {
        Ok(reply) => Ok(Recording::Written(reply)),
        Err(ChargeError::Failed(error)) => Err(Unrecorded::Unknown(error.into())),
        Err(ChargeError::Refused(ChargeFailure::UsedUp(used))) => {
            let error = ApiError::bad_sources(issues(sources, &used));
            Err(Failure::from(error).into())
        }
        Err(ChargeError::Refused(failure)) => {
            let reply = refused(tool, call, failure, required).await?;
            Ok(Recording::Refused(reply))
        }
    }
}

fn issues(parameters: &[SourceParameter<'_>], uploads: &[UploadId]) -> Vec<Issue> {
    let gone = parameters
        .iter()
        .filter(|parameter| parameter.upload().is_some_and(|id| uploads.contains(&id)));
    gone.map(|parameter| parameter.issue(&SourceError::NoUpload)).collect()
}

/// Deletes the files of uploads that a call has used up. If a file remains, the bucket's lifecycle rule deletes it.
pub async fn discard(bucket: &Bucket, call: &Call, uploads: &[UploadId]) {
    if uploads.is_empty() {
        return;
    }
    let files: Vec<String> = uploads
        .iter()
        .map(|id| keys::upload(call.organization.id, *id))
        .collect();
    bucket.discard_by(&files, call.answer_deadline()).await;
}

#[cfg(test)]
mod tests {
    use contract::Timestamp;

    use super::*;

    #[test]
    fn a_file_is_usable_if_its_upload_exists_and_it_has_the_announced_size() {
        let upload = |size_bytes| Upload {
            id: "upl_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            size_bytes,
            until: Timestamp::from_millis(0),
        };
        let file = Bytes::from_static(b"abc");
        assert_eq!(judge(Some(&upload(None)), Some(file.clone())), Ok(file.clone()));
        assert_eq!(judge(Some(&upload(Some(3))), Some(file.clone())), Ok(file.clone()));
        let wrong_size = judge(Some(&upload(Some(4))), Some(file.clone()));
        assert_eq!(wrong_size, Err(SourceError::UploadSize));
        assert_eq!(judge(Some(&upload(None)), None), Err(SourceError::EmptyUpload));
        assert_eq!(judge(None, Some(file)), Err(SourceError::NoUpload));
    }
}
