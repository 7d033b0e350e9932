"""Makes a thumbnail with the client that openapi-python-client generates from the OpenAPI document."""

import sys
import urllib.request
import uuid

from ai_thumbnails_client import AuthenticatedClient
from ai_thumbnails_client.api.generation import generate_thumbnail, get_generation_status
from ai_thumbnails_client.api.images import get_image
from ai_thumbnails_client.api.service import quote
from ai_thumbnails_client.models import (
    GenerateThumbnailInput,
    GenerateThumbnailResponse,
    GenerationStatus,
    GetGenerationStatusInput,
    GetGenerationStatusResponse,
    GetImageInput,
    NotFound,
    QuoteResponse,
    QuoteToolName,
)


def main(base_url: str, key: str) -> None:
    client = AuthenticatedClient(base_url=base_url, token=key, timeout=None)
    body = GenerateThumbnailInput(prompt="A red bicycle on a beach", title="Ride on", count=2)
    quoted = quote.sync(QuoteToolName.GENERATE_THUMBNAIL, client=client, body=body)
    assert isinstance(quoted, QuoteResponse), quoted
    made = generate_thumbnail.sync(client=client, body=body, idempotency_key=str(uuid.uuid4()))
    assert isinstance(made, GenerateThumbnailResponse), made
    assert made.data.cost == quoted.data.cost, "the call costs something else than its quote"

    wait = GetGenerationStatusInput(generation_id=made.data.generation_id, wait_seconds=20)
    while True:
        status = get_generation_status.sync(client=client, body=wait)
        assert isinstance(status, GetGenerationStatusResponse), status
        generation = status.data
        if generation.status not in (GenerationStatus.PENDING, GenerationStatus.PROCESSING):
            break
    assert generation.status == GenerationStatus.COMPLETED, generation.status
    for thumbnail in generation.thumbnails:
        assert thumbnail.url is not None
        with urllib.request.urlopen(thumbnail.url) as picture:
            assert len(picture.read()) == thumbnail.size_bytes
    print(f"Python: {generation.completed} thumbnails for {generation.cost}")

    # An error has the type of its envelope.
    refused = get_image.sync(client=client, body=GetImageInput(image_id="img_x"))
    assert isinstance(refused, NotFound), refused


main(*sys.argv[1:])
