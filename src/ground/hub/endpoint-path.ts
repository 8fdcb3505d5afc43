/** The path of a webhook endpoint, as senders write it. */
export const endpointPath = (hubSlug: string, name: string): string =>
  `/webhooks/${encodeURIComponent(hubSlug)}/${encodeURIComponent(name)}`
