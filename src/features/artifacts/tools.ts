import { titleIn } from '#ground/turn/language/sentences.ts'
import { z } from 'zod'
import { existingName } from '#ground/base/files/existing-name.ts'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { openFile, type OpenAreaFile } from '#core/agent/tools/files/open.ts'
import { WithCard } from '#core/agent/tools/with-card.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'
import type { Surface } from '#ground/identity/caller.ts'
import type { Artifact, Viewer } from './artifact.ts'
import type { Artifacts } from './artifacts.ts'
import type { Directory } from './directory.ts'
import { originOf } from './origin.ts'
import { Title } from './schema.ts'

export interface ArtifactToolsDeps {
  hub: string
  artifacts: Pick<Artifacts, 'publish'>
  directory: Pick<Directory, 'accountOf'>
  linkTo(id: string, surface: Surface): string
  mostBytes: number
}

const File = {
  path: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe(
      'Path of a file of the Hub (files/report.html) or of this chat (chat/report.html, or just its name)',
    ),
  content: z
    .string()
    .max(4 * 1024 * 1024)
    .optional()
    .describe('Text of the artifact instead of a path; requires `filename`'),
  filename: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('File name with its extension, such as report.html; default the name in the path'),
}

const oneSource = ({
  path,
  content,
  filename,
}: { [Key in keyof typeof File]?: string | undefined }): boolean =>
  (path === undefined) !== (content === undefined) && (content === undefined || filename !== undefined)

const ONE_SOURCE = 'Give either `path`, or `content` together with `filename`.'

export const artifactTools = (deps: ArtifactToolsDeps): Tool[] => [publishTool(deps), updateTool(deps)]

const publishTool = (deps: ArtifactToolsDeps): Tool =>
  defineTool({
    name: 'publish_artifact',
    description:
      'Publish a file (a page, report, table, picture …) as an artifact that opens in a viewer of its own and can be ' +
      'shared. It belongs to the person you work for. Give them the link in the answer. To change one later use ' +
      'update_artifact.',
    input: z.object({
      ...File,
      title: Title.optional().describe('Title in lists; default the file’s name'),
      audience: z
        .enum(['owner', 'hub'])
        .default('owner')
        .describe(
          'owner: only the person. hub: everyone who can use this agent; only if the person asked for it',
        ),
    }),
    title: (_input, state, language) => titleIn(language, 'publish', state),
    async run(input, context) {
      return published(deps, input, context, { audience: input.audience })
    },
  })

const updateTool = (deps: ArtifactToolsDeps): Tool =>
  defineTool({
    name: 'update_artifact',
    description:
      'Publish a file as a new version of an artifact of the person you work for. Its address and those who may see ' +
      'it stay the same.',
    input: z.object({
      id: z.string().max(64).describe('Id of the artifact, as publish_artifact returned it'),
      ...File,
      title: Title.optional().describe('New title; default: the title stays'),
    }),
    title: (_input, state, language) => titleIn(language, 'update', state),
    async run(input, context) {
      return published(deps, input, context, { artifact: input.id })
    },
  })

type FileInput = { [Key in keyof typeof File]?: string | undefined } & { title?: string | undefined }

async function published(
  { hub, artifacts, directory, linkTo, mostBytes }: ArtifactToolsDeps,
  input: FileInput,
  context: ToolContext,
  kind: { audience: 'owner' | 'hub' } | { artifact: string },
) {
  if (!oneSource(input)) throw new Error(ONE_SOURCE)
  const viewer = await viewerOf(directory, context)
  await using source = await sourceOf(input, context)
  const made = { hub, title: input.title, ...kind }
  const done = await artifacts.publish(viewer, made, { ...source.file, maxBytes: mostBytes })
  if (!done.ok) throw new Error(done.refusal.detail)
  const { id, title, preview, version } = done.value
  return new WithCard(answerOf(done.value, linkTo(id, context.caller.surface)), {
    artifact: { id, title, preview, version },
  })
}

async function viewerOf(
  directory: Pick<Directory, 'accountOf'>,
  { caller: { email } }: Pick<ToolContext, 'caller'>,
): Promise<Viewer> {
  const account = email === null ? null : await directory.accountOf(email)
  if (!account)
    throw new Error(
      'Artifacts belong to people with an account, but no person is signed in for this request.',
    )
  return { email: account.email, userId: account.id, keyHubs: null }
}

async function sourceOf(input: FileInput, context: ToolContext) {
  if (input.content !== undefined)
    return {
      file: { filename: input.filename!, bytes: bytesOf(input.content) },
      [Symbol.asyncDispose]: async () => {},
    }
  const open = await openNamed(input.path!, context)
  const chatFile = /^chat\/([^/]+)$/.exec(open.shown)?.[1]
  const filename = input.filename ?? open.shown.split('/').at(-1)!
  return {
    file: {
      filename,
      bytes: open.handle.createReadStream({ autoClose: false, signal: context.signal }),
      origin:
        chatFile === undefined
          ? undefined
          : originOf(context.chatFolder, await existingName(context.chatFolder, chatFile)),
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A name without a folder means a file of the chat, if the turn has a chat. @throws BadPath */
async function openNamed(
  path: string,
  folders: Pick<ToolContext, 'hubFolder' | 'chatFolder'>,
): Promise<OpenAreaFile> {
  if (path.includes('/')) return openFile(folders, path)
  try {
    return await openFile(folders, `chat/${path}`)
  } catch (error) {
    if (!(error instanceof BadPath)) throw error
    return openFile(folders, path)
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const answerOf = (artifact: Artifact, url: string) => ({
  id: artifact.id,
  version: artifact.version,
  title: artifact.title,
  filename: artifact.filename,
  audience: artifact.audience,
  url,
  note: 'Published. Give the person this link; they decide there who else may see it.',
})
