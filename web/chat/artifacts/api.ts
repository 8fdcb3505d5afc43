import { request } from '../api/client.ts'

/** What the page needs to know of a published artifact. */
export interface PublishedArtifact {
  id: string
  title: string
  version: number
}

/** Publish a file of one's own chat. */
export const publishChatFile = (file: { hub: string; chat_id: string; filename: string; title: string }) =>
  request<PublishedArtifact>('/portal/artifacts/api/from-chat-file', { method: 'POST', body: file })

export const viewerAddress = (id: string) => `/portal/artifacts/${encodeURIComponent(id)}`
