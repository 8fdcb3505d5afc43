export const endpointPath = (hubSlug: string, name: string): string =>
  `/webhooks/${encodeURIComponent(hubSlug)}/${encodeURIComponent(name)}`

/** Appended to the path of an endpoint, this is its test address. */
export const TEST_ENDING = '/test'
