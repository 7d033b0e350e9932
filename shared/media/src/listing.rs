//! Lists the objects of the bucket for operators. No tool lists the bucket.

use contract::{OrganizationId, Timestamp};

use crate::{Bucket, MediaError, keys};

/// An object in the bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The key.
    pub key: String,
    /// When the object was stored.
    pub modified_at: Timestamp,
}

/// A page of a list of objects, in the order of their keys.
#[derive(Clone, Debug)]
pub struct ObjectPage {
    /// The objects of this page.
    pub objects: Vec<Object>,
    /// Whether more objects follow.
    pub more: bool,
}

/// The organization whose prefix a key has. `None` for the public library, and for keys that the service never writes.
pub fn owner(key: &str) -> Option<OrganizationId> {
    let organization = key.split('/').next()?.parse().ok()?;
    key.starts_with(&keys::organization(organization))
        .then_some(organization)
}

impl Bucket {
    /// A page of the objects whose keys begin with `prefix` and follow after `after`.
    ///
    /// # Errors
    ///
    /// The call to S3 failed.
    pub async fn list(&self, prefix: &str, after: Option<&str>) -> Result<ObjectPage, MediaError> {
        let request = self.client.list_objects_v2().bucket(&self.name).prefix(prefix);
        let request = request.set_start_after(after.map(str::to_owned));
        let output = request
            .send()
            .await
            .map_err(|error| MediaError::aws("ListObjectsV2", &error))?;
        let now = self.clock.now();
        let object = |object: aws_sdk_s3::types::Object| {
            let millis = object.last_modified.and_then(|time| time.to_millis().ok());
            Some(Object {
                key: object.key?,
                // An object without a timestamp counts as new, so it is never old enough to be deleted.
                modified_at: millis.map_or(now, Timestamp::from_millis),
            })
        };
        Ok(ObjectPage {
            more: output.is_truncated.unwrap_or(false),
            objects: output
                .contents
                .unwrap_or_default()
                .into_iter()
                .filter_map(object)
                .collect(),
        })
    }

    /// Whether an object exists now.
    ///
    /// # Errors
    ///
    /// The call to S3 failed.
    pub async fn exists(&self, key: &str) -> Result<bool, MediaError> {
        match self.client.head_object().bucket(&self.name).key(key).send().await {
            Ok(_) => Ok(true),
            // The response to a `HEAD` request has no body with an error code, so only the status counts.
            Err(error)
                if error
                    .raw_response()
                    .is_some_and(|answer| answer.status().as_u16() == 404) =>
            {
                Ok(false)
            }
            Err(error) => Err(MediaError::aws("HeadObject", &error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_of_an_object_follows_from_its_key() {
        let organization: OrganizationId = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        for (key, expected) in [
            ("org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00/images/a.png", Some(organization)),
            ("org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00/", Some(organization)),
            ("org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", None),
            ("org_0193E5A0B1C27D3E8F4A5B6C7D8E9F00/images/a.png", None),
            ("library/ins_0193e5a0b1c27d3e8f4a5b6c7d8e9f00.png", None),
            ("/org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00/a.png", None),
            ("notes.txt", None),
            ("", None),
        ] {
            assert_eq!(owner(key), expected, "{key}");
        }
    }
}
