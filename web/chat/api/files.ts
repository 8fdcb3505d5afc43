import { readFileContent, uploadFile as upload } from '#chatapp/files/contract.ts'
import type { UploadedFile } from '#chatapp/files/schema.ts'
import { hrefOf } from '../../ui/href.ts'
import { apiError } from './client.ts'

export const fileAddress = (id: string) => hrefOf(readFileContent, { params: { id } })

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. `onProgress` receives 0 to 1. */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', hrefOf(upload))
    sending.responseType = 'json'
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    sending.addEventListener('load', () => {
      if (sending.status === 200 && sending.response?.id) resolve(sending.response as UploadedFile)
      else reject(apiError(sending.status === 200 ? 502 : sending.status, sending.response))
    })
    sending.addEventListener('error', () => reject(apiError(0, null)))
    sending.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => sending.abort())
    const form = new FormData()
    form.append('file', file, file.name)
    sending.send(form)
  })
}
