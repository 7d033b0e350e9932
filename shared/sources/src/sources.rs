//! Fetching the pictures that a call names.

use std::{
    collections::HashMap,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use contract::{
    UploadId,
    error::Issue,
    input::{BodyFields, IssueKind, Issues},
    operations::UploadSource,
};
use futures_util::{
    future::join_all,
    stream::{Stream, StreamExt},
};
use tokio::{sync::Semaphore, time::Instant};

use crate::{
    config::{Decoding, SourcesConfig, VideoSites},
    error::SourceError,
    limits::FETCH_TIMEOUT,
    picture::PreparedPicture,
    previews::{download::FoundPreview, title},
    source::{self, Source},
    web::{
        connect::Connector,
        fetch::{ContentKind, Fetcher},
    },
};

/// A parameter of a call that names the source of a picture.
#[derive(Clone, Debug)]
pub struct SourceParameter<'a> {
    /// The parameter's path in the body, such as `imageUrls[2]`.
    pub path: String,
    /// The parameter's value: an `http:`, `https:` or `data:` URL, or an upload.
    pub source: &'a str,
}

impl<'a> SourceParameter<'a> {
    /// The source in the field of this name, if it has one.
    pub fn from_fields(fields: &BodyFields<'a>, name: &str) -> Option<Self> {
        let source = fields.text(name)?;
        Some(Self {
            path: name.to_owned(),
            source,
        })
    }

    /// The sources in the list of this name.
    pub fn list(fields: &BodyFields<'a>, name: &str) -> Vec<Self> {
        let texts = fields.texts(name).into_iter();
        texts.map(|(path, source)| Self { path, source }).collect()
    }

    /// The upload that the parameter names, if it names one.
    pub fn upload(&self) -> Option<UploadId> {
        let UploadSource(id) = self.source.parse().ok()?;
        Some(id)
    }

    /// The issue that this parameter has no usable picture.
    pub fn issue(&self, error: &SourceError) -> Issue {
        Issue::new(&self.path, error.to_string())
    }
}

/// Checks the form of the sources of a call: that each is a URL which can be fetched, a `data:` URL which can be
/// decoded and is not too large, or an upload that no other source names. Fetches nothing. A parameter that has an
/// issue already is not checked.
pub fn check_form(parameters: &[SourceParameter<'_>], issues: &mut Issues) {
    let mut reader = source::Reader::new();
    let unchecked = parameters.iter().filter(|parameter| !issues.mention(&parameter.path));
    let errors = unchecked.filter_map(|parameter| Some((parameter, reader.check(parameter.source).err()?)));
    for issue in issues_of(errors.collect()) {
        issues.add_of(IssueKind::Source, issue.path, issue.message);
    }
}

/// Checks that the page of a video is a URL which can be fetched. Fetches nothing.
pub fn check_video_form(parameter: &SourceParameter<'_>, issues: &mut Issues) {
    if !issues.mention(&parameter.path)
        && let Err(error) = source::page(parameter.source)
    {
        issues.add_of(IssueKind::Source, &parameter.path, error.to_string());
    }
}

/// The issues of parameters. One issue is enough to say that the `data:` URLs of a call are too large together.
fn issues_of(errors: Vec<(&SourceParameter<'_>, SourceError)>) -> Vec<Issue> {
    let mut too_large = false;
    let told = errors.into_iter().filter(|(_, error)| {
        let is_repeated = *error == SourceError::DataTooLarge && too_large;
        too_large |= *error == SourceError::DataTooLarge;
        !is_repeated
    });
    told.map(|(parameter, error)| parameter.issue(&error)).collect()
}

/// A picture that was fetched and decoded.
#[derive(Clone, Debug)]
pub struct SourcePicture {
    /// The picture.
    pub picture: PreparedPicture,
    /// The picture's title, at most 100 code points long: the file name in a picture's URL, or the title of a video.
    pub title: Option<String>,
    /// The URL in the call; `None` for a `data:` URL and for an upload.
    pub url: Option<String>,
}

/// The files of the uploads that a call names, or why a file cannot be used.
pub type UploadedFiles = HashMap<UploadId, Result<Bytes, SourceError>>;

/// Fetches pictures. Clones share everything.
#[derive(Clone)]
pub struct Sources {
    inner: Arc<Inner>,
}

struct Inner {
    connector: Connector,
    video_sites: VideoSites,
    /// Pictures are decoded one at a time, because decoding 40 megapixels takes hundreds of megabytes.
    turns: Arc<Semaphore>,
    decoding: Decoding,
    time: Duration,
}

impl Sources {
    /// Sources with this configuration. Makes no connection yet.
    pub fn new(config: SourcesConfig) -> Self {
        Self::within(config, FETCH_TIMEOUT)
    }

    /// `time` is how long fetching all sources of a call may take.
    pub(crate) fn within(config: SourcesConfig, time: Duration) -> Self {
        Self {
            inner: Arc::new(Inner {
                connector: Connector::new(config.allow_hosts, config.resolver, config.dialler, config.contact),
                video_sites: config.video_sites,
                turns: Arc::new(Semaphore::new(1)),
                decoding: config.decoding,
                time,
            }),
        }
    }

    /// Fetches and decodes the pictures of all parameters concurrently. A source that is not received within 10 seconds
    /// is refused; decoding takes additional time. An upload is refused.
    ///
    /// # Errors
    ///
    /// One issue for each parameter that has no usable picture, in the order of `parameters`.
    pub async fn fetch(&self, parameters: &[SourceParameter<'_>]) -> Result<Vec<SourcePicture>, Vec<Issue>> {
        self.fetch_with_uploads(parameters, UploadedFiles::new()).await
    }

    /// Like [`Sources::fetch`], with the files of the uploads among the sources.
    ///
    /// # Errors
    ///
    /// As of [`Sources::fetch`].
    pub async fn fetch_with_uploads(
        &self,
        parameters: &[SourceParameter<'_>],
        mut files: UploadedFiles,
    ) -> Result<Vec<SourcePicture>, Vec<Issue>> {
        let fetcher = self.fetcher();
        let mut reader = source::Reader::new();
        let tasks: Vec<_> = parameters
            .iter()
            .map(|parameter| {
                let file = parameter.upload().and_then(|id| files.remove(&id));
                self.picture(fetcher, parameter.source, reader.read(parameter.source), file)
            })
            .collect();
        let mut pictures = Vec::with_capacity(parameters.len());
        let mut errors = Vec::new();
        for (parameter, result) in parameters.iter().zip(join_all(tasks).await) {
            match result {
                Ok(picture) => pictures.push(picture),
                Err(error) => errors.push((parameter, error)),
            }
        }
        if errors.is_empty() {
            Ok(pictures)
        } else {
            Err(issues_of(errors))
        }
    }

    /// Fetches the preview picture of the video at the parameter's URL, under the same limits. This is a separate
    /// method so that only functions that accept videos link the parser of pages.
    ///
    /// # Errors
    ///
    /// The issue with the parameter.
    pub async fn fetch_video_preview(&self, parameter: &SourceParameter<'_>) -> Result<SourcePicture, Vec<Issue>> {
        self.video(parameter.source)
            .await
            .map_err(|error| vec![parameter.issue(&error)])
    }

    fn fetcher(&self) -> Fetcher<'_> {
        Fetcher {
            connector: &self.inner.connector,
            deadline: Instant::now() + self.inner.time,
        }
    }

    async fn picture(
        &self,
        fetcher: Fetcher<'_>,
        given: &str,
        source: Result<Source, SourceError>,
        file: Option<Result<Bytes, SourceError>>,
    ) -> Result<SourcePicture, SourceError> {
        let (url, title, bytes) = match source? {
            Source::Data(bytes) => (None, None, bytes),
            Source::Upload(_) => (None, None, file.unwrap_or(Err(SourceError::NoUpload))?.into()),
            Source::Web(url) => {
                let fetched = fetcher.get(&url, ContentKind::Picture).await?;
                (Some(given.to_owned()), title::file_name(&url), fetched.body)
            }
        };
        Ok(SourcePicture {
            picture: self.decode(bytes).await?,
            title,
            url,
        })
    }

    async fn video(&self, given: &str) -> Result<SourcePicture, SourceError> {
        let url = source::page(given)?;
        let fetcher = self.fetcher();
        let found = FoundPreview::of(&fetcher, &self.inner.video_sites, &url).await?;
        let picture = self.first_picture(pin!(found.files(&fetcher))).await;
        Ok(SourcePicture {
            picture: picture.map_err(SourceError::of_preview)?,
            title: found.preview.title,
            url: Some(given.to_owned()),
        })
    }

    /// Decodes the files in their order, and returns the first picture. If no file is a picture, returns the error of
    /// the last file. A video usually has the last file; the larger files before it are often missing.
    async fn first_picture(
        &self,
        mut files: Pin<&mut impl Stream<Item = Result<Vec<u8>, SourceError>>>,
    ) -> Result<PreparedPicture, SourceError> {
        let mut error = SourceError::NoPreview;
        while let Some(file) = files.next().await {
            let decoded = match file {
                Ok(bytes) => self.decode(bytes).await,
                Err(error) => Err(error),
            };
            match decoded {
                Ok(picture) => return Ok(picture),
                Err(reason) => error = reason,
            }
        }
        Err(error)
    }

    /// Converts a file to a picture like a fetched file: upright, within the limits of stored pictures, and encoded
    /// again.
    ///
    /// # Errors
    ///
    /// The file is not a usable picture.
    pub async fn take(&self, bytes: Bytes) -> Result<PreparedPicture, SourceError> {
        self.decode(bytes.into()).await
    }

    /// Opens a picture that the service has stored.
    pub async fn stored(&self, bytes: Bytes) -> Result<PreparedPicture, SourceError> {
        Ok(self.work(move || PreparedPicture::stored(bytes)).await??)
    }

    /// The picture with a matte in its file ([`PreparedPicture::with_matte`]).
    pub async fn with_matte(&self, picture: PreparedPicture) -> PreparedPicture {
        let turn = Arc::clone(&self.inner.turns).acquire_owned().await;
        let plain = picture.clone();
        let cut_out = move || {
            let picture = picture.with_matte();
            drop(turn);
            picture
        };
        self.work(cut_out).await.unwrap_or(plain)
    }

    /// Decodes a file, and frees its bytes before the turn ends. The turn moves into the work, because the work
    /// continues even if its caller stops waiting.
    async fn decode(&self, bytes: Vec<u8>) -> Result<PreparedPicture, SourceError> {
        let turn = Arc::clone(&self.inner.turns).acquire_owned().await;
        let decode = move || {
            let picture = PreparedPicture::take(&bytes);
            drop(bytes);
            drop(turn);
            picture
        };
        Ok(self.work(decode).await??)
    }

    /// Runs `decode` on the thread that the configuration selects.
    async fn work<T: Send + 'static>(&self, decode: impl FnOnce() -> T + Send + 'static) -> Result<T, SourceError> {
        if self.inner.decoding == Decoding::InPlace {
            return Ok(decode());
        }
        tokio::task::spawn_blocking(decode).await.map_err(|error| {
            // The message of a panic may repeat a part of the picture.
            tracing::error!(decoding.panicked = error.is_panic(), "decoding a picture failed");
            SourceError::Undecodable
        })
    }
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
