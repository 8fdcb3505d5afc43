import { messages } from '../messages.ts'
import { ApiError, apiError, request } from './client.ts'

export interface FileRecord {
  id: string
  filename: string
  meta: { name: string; content_type: string; size: number }
}

/** Where a file's bytes are. */
export const fileAddress = (id: string) => `/api/v1/files/${encodeURIComponent(id)}/content`

export const deleteFile = (id: string) =>
  request<unknown>(`/api/v1/files/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** Upload one file. `onProgress` gets the share sent, 0 to 1. (`fetch` can't tell how far an upload is.) */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FileRecord> {
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest()
    upload.open('POST', '/api/v1/files/?process=false')
    upload.responseType = 'json'
    upload.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    upload.addEventListener('load', () => {
      if (upload.status === 200 && upload.response?.id) resolve(upload.response as FileRecord)
      else reject(apiError(upload.status === 200 ? 502 : upload.status, upload.response))
    })
    upload.addEventListener('error', () => reject(new ApiError(0, messages.errors.unreachable)))
    upload.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => upload.abort())
    const form = new FormData()
    form.append('file', file, file.name)
    upload.send(form)
  })
}
