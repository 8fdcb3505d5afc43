import { text } from 'node:stream/consumers'
import { sendBytes } from '#ground/base/files/send.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import {
  countFiles,
  deleteFile,
  listFiles,
  readFile,
  readFileContent,
  readFileStatus,
  readFileText,
  renameFile,
  searchFiles,
  uploadFile,
} from './contract.ts'
import type { ChatappFiles, OpenChatappFile, StoredFile } from './files.ts'
import { fileHeaders } from './serving.ts'
import { checkUpload, longestUpload, receiveUpload } from './upload.ts'

const PAGE_SIZE = 50

export interface ChatappFileRouteParts {
  files: ChatappFiles
  settings: SiteSettings
  maxFileBytes: number
  events: Pick<ChatappEvents, 'fileStored'>
}

/** @param app Its server must accept multipart bodies */
export function fileRoutes(app: App, { files, settings, maxFileBytes, events }: ChatappFileRouteParts): void {
  app.handle(
    uploadFile,
    async ({ visitor: { account }, request }) => {
      const stored = await receiveUpload(request, (file) => files.save(account.id, file))
      events.fileStored({ file: stored.id, account: account.id, size: stored.size })
      return { ...fileView(stored), status: true }
    },
    {
      bodyLimit: longestUpload(maxFileBytes),
      async before({ account }, request) {
        const permissions = (await settings.readFor(account)).get('user.permissions')
        if (account.role !== 'admin' && !isPermitted(permissions, 'chat', 'file_upload'))
          throw new ChatappRefused('forbidden')
        checkUpload(request, maxFileBytes)
      },
    },
  )

  app.handle(listFiles, async ({ visitor, query }) => {
    const offset = (query.page - 1) * PAGE_SIZE
    const found = await files.list(visitor.account.id, { offset, limit: PAGE_SIZE })
    return { items: found.map(fileView), total: await files.count(visitor.account.id) }
  })

  app.handle(searchFiles, async ({ visitor, query: { filename, skip, limit } }) => {
    const found = await files.list(visitor.account.id, { filename, offset: skip, limit })
    if (found.length === 0) throw new ChatappRefused('file_missing')
    return found.map(fileView)
  })

  app.handle(countFiles, ({ visitor }) => files.count(visitor.account.id))

  app.handle(readFile, async ({ visitor, params }) => {
    const file = await files.find(visitor.account.id, params.id)
    if (!file) throw new ChatappRefused('file_missing')
    return fileView(file)
  })

  app.handle(readFileContent, async ({ visitor, params, query, request, reply }) => {
    const opened = await files.open(visitor.account.id, params.id)
    if (!opened) throw new ChatappRefused('file_missing')
    reply.headers(fileHeaders({ ...opened.file, download: query.attachment === 'true' }))
    return sendBytes(request, reply, opened.content)
  })

  app.handle(readFileStatus, async ({ visitor, params }) => {
    if (!(await files.find(visitor.account.id, params.id))) throw new ChatappRefused('file_missing')
    return { status: 'completed' as const }
  })

  app.handle(readFileText, async ({ visitor, params }) => {
    const opened = await files.open(visitor.account.id, params.id)
    if (!opened) throw new ChatappRefused('file_missing')
    return { content: await textOf(opened) }
  })

  app.handle(renameFile, async ({ visitor, params, body }) => {
    const file = await files.rename(visitor.account.id, params.id, body.filename)
    if (!file) throw new ChatappRefused('file_missing')
    return fileView(file)
  })

  app.handle(deleteFile, async ({ visitor: { account }, params }) => {
    if (!(await files.find(account.id, params.id))) throw new ChatappRefused('file_missing')
    await files.remove(account.id, [params.id])
    return { message: 'File deleted successfully' }
  })
}

const MAX_TEXT_BYTES = 1024 * 1024

async function textOf({ file, content }: OpenChatappFile): Promise<string> {
  const isText = file.contentType.startsWith('text/') || file.contentType === 'application/json'
  if (!isText || file.size === 0 || file.size > MAX_TEXT_BYTES) {
    await content.close()
    return ''
  }
  return text(content.read({ start: 0, end: file.size - 1 }))
}

const fileView = (file: StoredFile) => ({
  id: file.id,
  user_id: file.ownerId,
  hash: file.hash,
  filename: file.filename,
  data: { status: 'completed' },
  meta: { name: file.filename, content_type: file.contentType, size: file.size, data: {} },
  created_at: file.createdAt,
  updated_at: file.updatedAt,
})
