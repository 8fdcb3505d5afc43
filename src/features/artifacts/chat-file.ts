import type { Result } from '#ground/base/result.ts'
import type { OpenChatFile } from '#core/chats/files.ts'
import type { Artifact, Viewer } from './artifact.ts'
import type { Artifacts } from './artifacts.ts'
import type { ArtifactOrigin } from './origin.ts'
import { refusedAs, type ArtifactRefusal } from './refusal.ts'
import type { ChatFileForm } from './schema.ts'

/** Null if the file or the Hub does not exist. */
export type FindChatFiles = (
  hub: string,
  chat: string,
  filename: string,
  email: string,
) => Promise<{ file: OpenChatFile; origin: ArtifactOrigin } | null>

export async function publishChatFile(
  deps: { artifacts: Pick<Artifacts, 'publish'>; chatFiles: FindChatFiles; most: { chatFile: number } },
  viewer: Viewer,
  { hub, chat_id: chat, filename, title, artifact }: ChatFileForm,
): Promise<Result<Artifact, ArtifactRefusal>> {
  const found = await deps.chatFiles(hub, chat, filename, viewer.email)
  if (!found) return refusedAs('not_found', 'There is no such file in your chats.')
  const { file, origin } = found
  try {
    return await deps.artifacts.publish(
      viewer,
      { hub, title, artifact },
      {
        filename: file.filename,
        contentType: file.contentType,
        bytes: file.read(),
        maxBytes: deps.most.chatFile,
        origin,
      },
    )
  } finally {
    await file.close()
  }
}
