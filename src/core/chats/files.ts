import type { OpenBlob } from '#ground/blobs/blobs.ts'
import type { Result } from '#ground/base/result.ts'

export interface ChatSavedFile {
  /** The saved name, which may differ from the requested name. */
  filename: string
  size: number
}

export interface ListedFile extends ChatSavedFile {
  contentType: string
}

/** The reader must close the file. */
export interface OpenChatFile extends ListedFile, OpenBlob {
  /** Changes whenever the content may have changed. */
  version: string
}

export type ChatFileTooLarge = { code: 'too_large'; maxBytes: number }

/** An existing file is never overwritten. */
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
  /** Copies every file into `folder`, for tools that use paths. */
  pull(): Promise<void>
  /** Stores the folder's current files as the chat's files. */
  push(): Promise<void>
}
