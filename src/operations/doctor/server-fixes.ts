/** Server configuration to paste, so that pages of other origins can read, and byte ranges work. */
import type { ServerKind } from "./http-probe.ts";

/** A change to the configuration of a server. */
export interface ServerFix {
  /** What it is for: `nginx`. */
  readonly server: string;
  /** The lines to add to its configuration. */
  readonly text: string;
}

const NGINX = `location /data/ {
  add_header Access-Control-Allow-Origin "*" always;
  add_header Access-Control-Expose-Headers "Content-Range, Content-Length, ETag" always;
  if ($request_method = OPTIONS) {
    add_header Access-Control-Allow-Origin "*";
    add_header Access-Control-Allow-Methods "GET, HEAD";
    add_header Access-Control-Allow-Headers "Range, If-Match";
    add_header Access-Control-Max-Age 86400;
    return 204;
  }
  gzip off;        # parts are parts of the file
  autoindex on;    # lets programs list what is not consolidated
}`;

const APACHE = `<Directory /srv/data>
  Header always set Access-Control-Allow-Origin "*"
  Header always set Access-Control-Expose-Headers "Content-Range, Content-Length, ETag"
  Header always set Access-Control-Allow-Methods "GET, HEAD"
  Header always set Access-Control-Allow-Headers "Range, If-Match"
  SetEnv no-gzip 1
  Options +Indexes
</Directory>`;

const S3 = `[
  {
    "AllowedOrigins": ["*"],
    "AllowedMethods": ["GET", "HEAD"],
    "AllowedHeaders": ["range", "if-match"],
    "ExposeHeaders": ["content-range", "content-length", "etag"],
    "MaxAgeSeconds": 86400
  }
]`;

const GOOGLE = `[
  {
    "origin": ["*"],
    "method": ["GET", "HEAD"],
    "responseHeader": ["Range", "If-Match", "Content-Range", "Content-Length", "ETag"],
    "maxAgeSeconds": 86400
  }
]`;

const AZURE = `az storage cors add --services b --origins "*" --methods GET HEAD OPTIONS \\
  --allowed-headers "range,if-match,x-ms-version" --exposed-headers "content-range,content-length,etag" --max-age 86400`;

/** For the server that identifies itself, else for the two usual ones. */
export function serverFixes(kind: ServerKind, server: string | undefined): readonly ServerFix[] {
  const nginx = { server: "nginx", text: NGINX };
  const apache = { server: "Apache", text: APACHE };
  const bucket = { server: "S3 (the bucket's CORS configuration)", text: S3 };
  if (kind === "gs") return [{ server: "Google (gcloud storage buckets update --cors-file)", text: GOOGLE }];
  if (kind === "az") return [{ server: "Azure (the account's CORS rules)", text: AZURE }];
  if (kind === "s3" || /s3|ceph|minio/i.test(server ?? "")) return [bucket];
  if (/nginx|openresty/i.test(server ?? "")) return [nginx];
  return /apache/i.test(server ?? "") ? [apache] : [nginx, apache];
}
