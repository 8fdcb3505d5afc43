import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

export function documentProblems(root: string): string[] {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted()
  return [
    ...pages.flatMap((page) => brokenLinks(root, page)),
    ...unlistedPages(root, 'docs'),
    ...unlistedPages(root, 'docs/decisions'),
    ...unexplainedDependencies(root),
  ]
}

/** Skips links to other sites, so that the check needs no network. */
function brokenLinks(root: string, page: string): string[] {
  const text = withoutCode(readFileSync(join(root, page), 'utf8'))
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
    const [path, heading] = target!.split('#') as [string, string?]
    if (/^[a-z]+:/.test(path)) return []
    const file = path ? join(root, dirname(page), path) : join(root, page)
    if (!existsSync(file)) return [`${page}: the link ${target} leads nowhere`]
    return heading && !anchorsOf(file).has(heading)
      ? [`${page}: ${target} names no heading of that page`]
      : []
  })
}

const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')

const unlistedPages = (root: string, folder: string): string[] => {
  const index = join(folder, 'README.md')
  if (!existsSync(join(root, index))) return []
  const listed = readFileSync(join(root, index), 'utf8')
  return globSync(`${folder}/*.md`, { cwd: root })
    .filter((page) => basename(page) !== 'README.md' && !listed.includes(`(${basename(page)})`))
    .map((page) => `${index}: does not list ${basename(page)}`)
}

const Package = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})

const unexplainedDependencies = (root: string): string[] => {
  const page = 'docs/decisions/dependencies.md'
  if (!existsSync(join(root, page))) return []
  const explained = readFileSync(join(root, page), 'utf8')
  const { dependencies, devDependencies } = Package.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  )
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !explained.includes(`\`${name}\``))
    .map((name) => `${page}: does not explain ${name}`)
}
