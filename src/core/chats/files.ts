import type { OpenBlob } from '#ground/blobs/blobs.ts'
import type { Result } from '#ground/base/result.ts'

export interface ChatSavedFile {
  filename: string
  size: number
}

export interface ListedFile extends ChatSavedFile {
  contentType: string
}

/** The caller of `open` must close the file. */
export interface OpenChatFile extends ListedFile, OpenBlob {
  /** Changes whenever the content may have changed. */
  version: string
}

export type ChatFileTooLarge = { code: 'too_large'; maxBytes: number }

/** Existing files are never overwritten. */
export interface FileFolder {
  /** Absolute path; the folder may not exist yet. Between `pull` and `push` it contains the chat's files. */
  readonly folder: string
  /** The same content under the same name is stored once. */
  save(filename: string, content: Uint8Array, contentType?: string): Promise<ChatSavedFile>
  /** Leaves nothing if the stream fails or is too long. */
  saveStream(
    filename: string,
    source: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; contentType?: string | undefined },
  ): Promise<Result<ChatSavedFile, ChatFileTooLarge>>
  list(): Promise<ListedFile[]>
  /** Exact name only; null for anything but a regular file. Never follows a symbolic link. */
  open(filename: string): Promise<OpenChatFile | null>
  pull(): Promise<void>
  push(): Promise<void>
}
