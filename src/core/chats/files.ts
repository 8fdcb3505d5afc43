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

/** A chat file opened for reading; the reader closes it. */
export interface OpenChatFile extends ListedFile, OpenBlob {
  /** Changes whenever the content may have changed. */
  version: string
}

export type ChatFileTooLarge = { code: 'too_large'; maxBytes: number }

/** The files of one chat. Names are unique within it; a file that is there is never overwritten. */
export interface FileFolder {
  /** Absolute; it may not exist yet. Between `pull` and `push` it is the chat's files. */
  readonly folder: string
  /** Save bytes that are in memory. The same content under the same name is stored once. */
  save(filename: string, content: Uint8Array, contentType?: string): Promise<ChatSavedFile>
  /** Save a stream of any length in constant memory. A broken or too long stream leaves nothing. */
  saveStream(
    filename: string,
    source: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; contentType?: string | undefined },
  ): Promise<Result<ChatSavedFile, ChatFileTooLarge>>
  list(): Promise<ListedFile[]>
  /** Open a regular file by its exact name; null for anything else. Symbolic links are never followed. */
  open(filename: string): Promise<OpenChatFile | null>
  /** Brings every file into the folder, for tools that use paths. */
  pull(): Promise<void>
  /** Makes the folder's current files the chat's files. */
  push(): Promise<void>
}
