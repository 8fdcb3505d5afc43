export interface BlobsAddress {
  endpoint: string
  region: string
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
}

/** Parses `s3://bucket/prefix?endpoint=https://host:port&region=…`; null if invalid. */
export function readBlobsAddress(url: string): BlobsAddress | null {
  const parts = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]+)*)\/?(?:\?(.*))?$/.exec(url)
  if (!parts) return null
  const [, bucket, path, query = ''] = parts
  const options = new URLSearchParams(query)
  if ([...options.keys()].some((name) => name !== 'endpoint' && name !== 'region')) return null
  const region = options.get('region') ?? 'us-east-1'
  const endpoint = originOf(options.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if (endpoint === null || !/^[a-z\d-]+$/.test(region) || /\/\.\.?(\/|$)/.test(path!)) return null
  return { endpoint, region, bucket: bucket!, prefix: path === '' ? '' : `${path!.slice(1)}/` }
}

/** Contains no credentials. */
export const describeBucket = ({ endpoint, bucket, prefix }: BlobsAddress): string =>
  `${endpoint}/${bucket}/${prefix}`

/** Null if the URL contains more than scheme, host and port, such as a password. */
function originOf(endpoint: string): string | null {
  if (!/^https?:\/\/[^/?#@\s]+\/?$/.test(endpoint)) return null
  return URL.canParse(endpoint) ? new URL(endpoint).origin : null
}
