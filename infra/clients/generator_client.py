"""Makes a thumbnail with the client that openapi-generator generates from the OpenAPI document for Python."""

import sys
import urllib.request

from openapi_client import (
    ApiClient,
    Configuration,
    GenerateThumbnailInput,
    GenerationApi,
    GetGenerationStatusInput,
    GetImageInput,
    ImagesApi,
)
from openapi_client.exceptions import NotFoundException


def main(base_url: str, key: str) -> None:
    client = ApiClient(Configuration(host=base_url, access_token=key))
    tools = GenerationApi(client)
    body = GenerateThumbnailInput(prompt="A red bicycle on a beach", count=2)
    made = tools.generate_thumbnail(generate_thumbnail_input=body)
    wait = GetGenerationStatusInput(generationId=made.data.generation_id, waitSeconds=20)
    while True:
        generation = tools.get_generation_status(wait).data
        if generation.status not in ("pending", "processing"):
            break
    assert generation.status == "completed", generation.status
    for thumbnail in generation.thumbnails:
        assert thumbnail.url is not None
        with urllib.request.urlopen(thumbnail.url) as picture:
            assert len(picture.read()) == thumbnail.size_bytes
    # An operation that shares its group with no event.
    tools.delete_generation(generation.generation_id)
    try:
        ImagesApi(client).get_image(GetImageInput(imageId="img_x"))
        raise AssertionError("an unknown image is found")
    except NotFoundException:
        pass
    print(f"openapi-generator, Python: {generation.completed} thumbnails for {generation.cost}")


main(*sys.argv[1:])
