import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_KINDS, modelFileKind } from '#core/agent/model/files/kinds.ts'
import type { ProviderFiles } from '#core/agent/model/files/limits.ts'
import { PROVIDERS } from '#core/agent/model/providers/list.ts'

const PAGE = 'docs/models.md'
const TABLE = /(<!-- the table of files[^>]*-->\n)[\s\S]*?(?=<!-- end of the table -->)/

export function pageWithModelFiles(root: string): { path: string; page: string } {
  const rows = PROVIDERS.map(
    ({ name, acceptedMediaTypes, limits }) =>
      `| \`${name}\` | ${typesOf(acceptedMediaTypes)} | ${pictures(limits)} | ${megabytes(limits.imageBytes)} | ${sides(limits)} | ${megabytes(limits.totalBytes)} |`,
  )
  const table = [
    '| Provider | Files sent unchanged | Pictures | Bytes per picture | Pixels per side | Bytes of all files |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
  const page = readFileSync(join(root, PAGE), 'utf8')
  return { path: PAGE, page: page.replace(TABLE, (_, opening: string) => `${opening}\n${table}\n\n`) }
}

type Limits = ProviderFiles['limits']

const UNKNOWN = '–'

const typesOf = (takes: ReadonlySet<string>): string =>
  FILE_KINDS.flatMap((kind) => [...takes].filter((type) => modelFileKind(type) === kind))
    .map((type) => type.slice(type.indexOf('/') + 1).toUpperCase())
    .join(', ')

const pictures = ({ images }: Limits): string => images?.toLocaleString('en') ?? UNKNOWN

const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? UNKNOWN : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const sides = ({ imageSide, crowd }: Limits): string => {
  if (imageSide === undefined) return UNKNOWN
  const most = imageSide.toLocaleString('en')
  return crowd ? `${most}; ${crowd.side.toLocaleString('en')} with more than ${crowd.images} pictures` : most
}
