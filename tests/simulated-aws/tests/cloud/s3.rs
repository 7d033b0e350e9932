//! S3 objects.

use bytes::Bytes;
use media::Bucket;
use runtime::Aws;
use simulated_aws::{Conditions, ProcessId};

use crate::support::{START, clock, cloud};

#[tokio::test(start_paused = true)]
async fn objects_are_stored_read_listed_copied_and_deleted() {
    let cloud = cloud(1, Conditions::CALM);
    let bucket = Bucket::new(&Aws::new(&cloud.config(ProcessId(1))), "pictures".to_owned(), clock());
    bucket.create().await.unwrap();
    bucket.create().await.unwrap();
    let bytes = Bytes::from_static(b"a picture & more");
    bucket.put("o/a.png", bytes.clone(), "image/png").await.unwrap();
    bucket
        .put_thumbnail("o/b&c.png", bytes.clone(), "image/png")
        .await
        .unwrap();
    assert_eq!(bucket.get("o/a.png").await.unwrap(), Some(bytes.clone()));
    assert_eq!(bucket.get("o/x.png").await.unwrap(), None);
    assert!(bucket.exists("o/a.png").await.unwrap() && !bucket.exists("o/x.png").await.unwrap());
    assert!(bucket.copy("o/a.png", "p/a.png").await.unwrap() && !bucket.copy("o/x.png", "p/x.png").await.unwrap());
    let page = bucket.list("o/", None).await.unwrap();
    let keys: Vec<_> = page.objects.iter().map(|object| object.key.as_str()).collect();
    assert_eq!((keys, page.more), (vec!["o/a.png", "o/b&c.png"], false));
    assert!(page.objects[0].modified_at >= START);
    assert_eq!(bucket.list("o/", Some("o/a.png")).await.unwrap().objects.len(), 1);
    for _ in 0..2 {
        bucket.delete("o/a.png").await.unwrap();
    }
    let objects = cloud.objects("pictures");
    assert_eq!(objects.keys().collect::<Vec<_>>(), ["o/b&c.png", "p/a.png"]);
    let thumbnail = &objects["o/b&c.png"];
    assert_eq!(thumbnail.tagging.as_deref(), Some("kind=thumbnail"));
    assert_eq!(
        (thumbnail.content_type.as_deref(), &thumbnail.bytes),
        (Some("image/png"), &bytes)
    );
}
