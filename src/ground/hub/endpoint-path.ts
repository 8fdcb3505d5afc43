export const endpointPath = (hubSlug: string, name: string): string =>
  `/webhooks/${encodeURIComponent(hubSlug)}/${encodeURIComponent(name)}`
