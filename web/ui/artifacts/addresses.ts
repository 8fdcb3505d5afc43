export const viewerAddress = (id: string) => `/portal/artifacts/${encodeURIComponent(id)}`
export const contentAddress = (id: string, version: number) =>
  `${viewerAddress(id)}/content?version=${version}`
export const downloadAddress = (id: string, version: number) =>
  `${viewerAddress(id)}/download?version=${version}`
