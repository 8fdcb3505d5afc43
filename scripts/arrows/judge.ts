import { floorOf, NARROW, NEIGHBOURS, PUBLIC_ENTRY } from './house.ts'
import { findCircles } from './circles.ts'
import { webLayerRefusal } from './web.ts'
import type { Arrow, Tree } from './read-tree.ts'

/** Name every way in which a tree breaks the rules of the house. Pure; empty when all is well. */
export function judge({ files, arrows }: Tree): string[] {
  return [
    ...unknownFolders(files),
    ...arrows.flatMap((arrow) => {
      const reason = refusal(arrow)
      return reason ? [`${arrow.from}:${arrow.line} imports ${arrow.to}: ${reason}`] : []
    }),
    ...findCircles(arrows).map((circle) => `circle: ${circle.join(' → ')}`),
  ]
}

const unknownFolders = (files: readonly string[]): string[] => {
  const folders = new Set(files.filter((file) => file.startsWith('src/')).map(folderOf))
  return [...folders]
    .filter((folder) => folder !== PUBLIC_ENTRY && floorOf(folder) === null)
    .map((folder) => `src/${folder}: unknown folder; give it a floor in scripts/arrows/house.ts`)
}

/** Why an import is not allowed; null when it is. */
function refusal({ from, to }: Arrow): string | null {
  if (from.startsWith('web/')) return webRefusal(from, to)
  if (isTest(from) && to.startsWith('tests/support/')) return null
  if (!to.startsWith('src/')) return `outside (${topOf(to)}/ is no part of the server)`
  if (isSchema(from) && !isSchema(to)) return 'schema (a schema.ts imports only other schema.ts files)'
  if (isContract(from) && !isShared(to)) return 'contract (a contract.ts imports only contracts and schemas)'
  return srcRefusal(from, to)
}

function srcRefusal(from: string, to: string): string | null {
  const [here, there] = [folderOf(from), folderOf(to)]
  if (here === there) return null
  if (there === PUBLIC_ENTRY) return 'upward (the public entry is for tools in a Hub)'
  const narrow = NARROW[here]
  if (narrow && !narrow.includes(there)) return `too wide (${here} imports only ${narrow.join(' and ')})`
  if (here === PUBLIC_ENTRY) return null

  const [floor, below] = [floorOf(here), floorOf(there)]
  if (floor === null || below === null || below < floor || NEIGHBOURS[here]?.includes(there)) return null
  return below > floor
    ? `upward (${here} is floor ${floor}, ${there} is floor ${below})`
    : `sideways (${here} and ${there} are both floor ${floor})`
}

function webRefusal(from: string, to: string): string | null {
  if (to.startsWith('src/'))
    return isShared(to) ? null : 'server code (web/ imports only contract.ts and schema.ts files of src/)'
  return to.startsWith('web/')
    ? webLayerRefusal(from, to)
    : `outside (${topOf(to)}/ is no part of the web apps)`
}

const folderOf = (file: string): string => file.split('/')[1]!
const topOf = (file: string): string => file.split('/')[0]!
const isTest = (file: string): boolean => file.endsWith('.test.ts')
const isSchema = (file: string): boolean => file.endsWith('/schema.ts')
const isContract = (file: string): boolean => file.endsWith('/contract.ts')
/** What server and pages have in common. */
const isShared = (file: string): boolean => isSchema(file) || isContract(file)
