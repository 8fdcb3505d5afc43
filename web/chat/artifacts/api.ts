import type { PublishedArtifact } from '#ground/turn/schema.ts'
import { request } from '../api/client.ts'

/** Publish a file of one's own chat. */
export const publishChatFile = (file: { hub: string; chat_id: string; filename: string; title: string }) =>
  request<Omit<PublishedArtifact, 'preview'>>('/portal/artifacts/api/from-chat-file', {
    method: 'POST',
    body: file,
  })

export const viewerAddress = (id: string) => `/portal/artifacts/${encodeURIComponent(id)}`
