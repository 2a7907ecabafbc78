"""Amazon's client and zarr-python on a bucket: one JSON line a request, one JSON line an answer."""

import hashlib
import io
import json
import sys

import boto3
import numpy
import zarr
from boto3.s3.transfer import TransferConfig
from botocore.client import Config
from obstore.store import S3Store

endpoint, bucket, key, secret = sys.argv[1:5]
s3 = boto3.client(
    "s3",
    endpoint_url=endpoint,
    region_name="us-east-1",
    aws_access_key_id=key,
    aws_secret_access_key=secret,
    config=Config(s3={"addressing_style": "path"}, request_checksum_calculation="when_required"),
)


def store_at(prefix):
    """zarr-python's view of a part of the bucket, through the Rust client of Apache Arrow."""
    objects = S3Store(
        bucket,
        prefix=prefix,
        endpoint=endpoint,
        region="us-east-1",
        access_key_id=key,
        secret_access_key=secret,
        virtual_hosted_style_request=False,
        client_options={"allow_http": True},
    )
    return zarr.storage.ObjectStore(objects)


def objects(prefix):
    """Key, size and digest of every object, as boto3 sees them."""
    found = {}
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
        for item in page.get("Contents", []):
            body = s3.get_object(Bucket=bucket, Key=item["Key"])["Body"].read()
            found[item["Key"]] = [item["Size"], hashlib.sha256(body).hexdigest()]
    return found


def put(prefix, names, size):
    """The name itself as a value, and one large object in parts."""
    for name in names:
        s3.put_object(Bucket=bucket, Key=prefix + name, Body=name.encode())
    large = bytes(i * 7 % 251 for i in range(size))
    parts = TransferConfig(multipart_threshold=5 * 2**20, multipart_chunksize=5 * 2**20)
    s3.upload_fileobj(io.BytesIO(large), bucket, prefix + "large", Config=parts)
    return hashlib.sha256(large).hexdigest()


def write(prefix, zarr_format):
    """Numbers from 0 on, in chunks (in shards where the format has them), with a hole in the middle."""
    root = zarr.create_group(store=store_at(prefix), zarr_format=zarr_format, attributes={"by": "zarr-python"})
    sharding = {"shards": (20, 20)} if zarr_format == 3 else {}
    array = root.create_array("a", shape=(40, 50), chunks=(5, 10), dtype="int32", fill_value=-1, **sharding)
    array[:20] = numpy.arange(1000, dtype="int32").reshape(20, 50)
    zarr.consolidate_metadata(store_at(prefix), zarr_format=zarr_format)
    return array[...].tolist()


def read(prefix, node):
    array = zarr.open_group(store_at(prefix), mode="r")[node]
    return {"values": array[...].tolist(), "attributes": dict(array.attrs), "dtype": str(array.dtype)}


commands = {"objects": objects, "put": put, "write": write, "read": read}

for line in sys.stdin:
    name, *arguments = json.loads(line)
    try:
        answer = {"answer": commands[name](*arguments)}
    except Exception as error:  # The test shows what it was.
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
