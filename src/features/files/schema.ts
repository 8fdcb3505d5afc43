import { z } from 'zod'
import { HubSlug } from '#core/access/schema.ts'

export const MAX_FILE_TEXT_LENGTH = 128 * 1024

export const HubFileKind = z.enum(['agent', 'sub_agent', 'skill', 'task', 'workflow', 'prompt', 'tool'])
export type HubFileKind = z.infer<typeof HubFileKind>

const NAME = '[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}'

/** Only these paths are accessible. Other files, such as `.env`, and deeper folders are excluded. */
const PATH_PATTERNS: Readonly<Record<HubFileKind, RegExp>> = {
  agent: /^agent\.md$/,
  sub_agent: new RegExp(`^agents/${NAME}\\.md$`),
  skill: new RegExp('^skills/[a-z0-9][a-z0-9-]{0,63}/SKILL\\.md$'),
  task: new RegExp(`^tasks/${NAME}\\.md$`),
  workflow: new RegExp(`^workflows/${NAME}\\.ya?ml$`),
  prompt: new RegExp(`^prompts/${NAME}\\.md$`),
  tool: new RegExp(`^tools/${NAME}\\.tsx?$`),
}

export const hubFileKind = (path: string): HubFileKind | null =>
  (Object.keys(PATH_PATTERNS) as HubFileKind[]).find((kind) => PATH_PATTERNS[kind].test(path)) ?? null

const FilePath = z
  .string()
  .max(100)
  .refine(
    (path) => hubFileKind(path) !== null,
    'expected such as agent.md, tasks/report.md or workflows/weekly.yaml',
  )

export const FileProblem = z.object({
  line: z.int().nullable(),
  column: z.int().nullable(),
  message: z.string(),
})
export type FileProblem = z.infer<typeof FileProblem>

export const HubFile = z
  .object({
    path: z.string(),
    kind: HubFileKind,
    size: z.int().describe('Size in bytes'),
    problems: z.array(FileProblem),
  })
  .meta({ id: 'HubFile' })
export type HubFile = z.infer<typeof HubFile>

export const EditingOff = z
  .enum(['variable', 'organization', 'tool'])
  .nullable()
  .describe(
    'Reason why the caller may not save the file: SVC_EDIT_HUBS is off, only organization administrators may, or it is code; null if they may',
  )
export type EditingOff = z.infer<typeof EditingOff>

export const HubFiles = z.object({
  items: z.array(HubFile),
  total: z.int(),
  may_edit: z.boolean().describe('True if SVC_EDIT_HUBS is on'),
})

export const HubFileText = z
  .object({
    ...HubFile.shape,
    text: z.string(),
    hash: z.string().describe('SHA-256 of the text'),
    editing_off: EditingOff,
    last_good: z.string().nullable().describe('Text of the last valid version; null if none is stored'),
  })
  .meta({ id: 'HubFileText' })
export type HubFileText = z.infer<typeof HubFileText>

export const FilesQuery = z.strictObject({ hub: HubSlug })
export const FileQuery = z.strictObject({ hub: HubSlug, path: FilePath })
const Text = z.string().max(MAX_FILE_TEXT_LENGTH, 'expected at most 128 KiB')
export const FileCheck = z
  .strictObject({ hub: HubSlug, path: FilePath, text: Text })
  .meta({ id: 'FileCheck' })
export const FileSave = z
  .strictObject({
    hub: HubSlug,
    path: FilePath,
    text: Text,
    expected_hash: z
      .string()
      .length(64)
      .nullable()
      .describe('Hash of the version that was edited; null creates a file, which must not exist yet'),
  })
  .meta({ id: 'FileSave' })
export const FileProblems = z.object({ problems: z.array(FileProblem) })
