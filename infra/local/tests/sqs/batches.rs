//! Batches of messages, deletions and changes.

use aws_sdk_sqs::types::{
    ChangeMessageVisibilityBatchRequestEntry, DeleteMessageBatchRequestEntry, QueueAttributeName,
    SendMessageBatchRequestEntry,
};

use crate::{common::Aws, count, entry, queue, receive, send};

#[tokio::test]
async fn batches_succeed_and_fail_entry_by_entry() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    let batch = client.send_message_batch().queue_url(&url);
    let output = batch
        .entries(entry("a", "first"))
        .entries(entry("b", "\u{1}"))
        .send()
        .await
        .unwrap();
    assert_eq!(output.successful().len(), 1);
    assert_eq!(
        output.successful()[0].md5_of_message_body,
        "8b04d5e3775d298e78455efc5ca404d5"
    );
    assert_eq!(output.failed()[0].id, "b");
    assert_eq!(output.failed()[0].code, "InvalidMessageContents");

    send(&client, &url, "second").await;
    let handles: Vec<_> = receive(&client, &url, 10)
        .await
        .into_iter()
        .map(|m| m.receipt_handle.unwrap())
        .collect();
    let mut hide = client.change_message_visibility_batch().queue_url(&url);
    let mut delete = client.delete_message_batch().queue_url(&url);
    for (id, handle) in ["0", "1", "2"]
        .iter()
        .zip(handles.iter().map(String::as_str).chain(["nonsense"]))
    {
        let change = ChangeMessageVisibilityBatchRequestEntry::builder()
            .id(*id)
            .receipt_handle(handle);
        hide = hide.entries(change.visibility_timeout(100).build().unwrap());
        let entry = DeleteMessageBatchRequestEntry::builder().id(*id).receipt_handle(handle);
        delete = delete.entries(entry.build().unwrap());
    }
    let hidden = hide.send().await.unwrap();
    assert_eq!((hidden.successful().len(), hidden.failed().len()), (2, 1));
    let deleted = delete.send().await.unwrap();
    assert_eq!((deleted.successful().len(), deleted.failed().len()), (2, 1));
    assert_eq!(
        count(&client, &url, QueueAttributeName::ApproximateNumberOfMessagesNotVisible).await,
        "0"
    );
}

#[tokio::test]
async fn batches_of_the_wrong_form_are_refused_whole() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    let send = async |entries: Vec<SendMessageBatchRequestEntry>| {
        let request = client.send_message_batch().queue_url(&url).set_entries(Some(entries));
        request.send().await.unwrap_err().into_service_error()
    };
    assert!(send(vec![]).await.is_empty_batch_request());
    assert!(
        send(vec![entry("a", "x"), entry("a", "y")])
            .await
            .is_batch_entry_ids_not_distinct()
    );
    assert!(send(vec![entry("a b", "x")]).await.is_invalid_batch_entry_id());
    let eleven = (0..11).map(|id| entry(&id.to_string(), "x")).collect();
    assert!(send(eleven).await.is_too_many_entries_in_batch_request());
    let half = "x".repeat(600_000);
    assert!(
        send(vec![entry("a", &half), entry("b", &half)])
            .await
            .is_batch_request_too_long()
    );
}
