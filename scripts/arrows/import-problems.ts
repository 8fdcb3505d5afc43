import { ALWAYS_LOADED, DATA, NARROW, ON_DEMAND, placesOf, PUBLIC_ENTRY } from './house.ts'
import { findCircles } from './circles.ts'
import type { Import, Tree } from './read-tree.ts'

export function importProblems({ files, arrows }: Tree): string[] {
  return [
    ...unknownRooms(files),
    ...arrows.flatMap((arrow) => {
      const reason = refusal(arrow)
      return reason ? [`${arrow.from}:${arrow.line} imports ${arrow.to}: ${reason}`] : []
    }),
    ...findCircles(arrows).map((circle) => `circle: ${circle.join(' → ')}`),
  ]
}

const unknownRooms = (files: readonly string[]): string[] => {
  const lost = files.flatMap((file) => placesOf(file).filter(({ floor }) => floor === null))
  return [...new Set(lost.map(({ house, room }) => `${house}/${room}`))].map(
    (room) => `${room}: unknown room; give it a floor in scripts/arrows/house.ts`,
  )
}

function refusal({ from, to, isLoaded }: Import): string | null {
  if (from.startsWith('web/')) return webRefusal(from, to)
  if (isTest(from) && to.startsWith('tests/support/')) return null
  if (!to.startsWith('src/')) return `outside (${topOf(to)}/ is no part of the server)`
  if (isData(from)) return 'data (a data file imports nothing)'
  if (isSchema(from) && !isSchema(to) && !isData(to))
    return 'schema (a schema.ts imports only data files and other schema.ts files)'
  if (isContract(from) && !isShared(to))
    return 'contract (a contract.ts imports only contracts, schemas and data files)'
  return srcRefusal(from, to) ?? (isLoaded && !isTest(from) ? demandRefusal(from, to) : null)
}

function srcRefusal(from: string, to: string): string | null {
  if (to === PUBLIC_ENTRY) return 'upward (the public entry is for tools in a Hub)'
  return narrowRefusal(from, to) ?? floorRefusal(from, to)
}

function narrowRefusal(from: string, to: string): string | null {
  const room = Object.keys(NARROW).find((narrow) => isIn(narrow, from) && !isIn(narrow, to))
  if (!room || NARROW[room]!.some((allowed) => isIn(allowed, to))) return null
  return `too wide (${room} imports only ${NARROW[room]!.join(' and ')})`
}

function demandRefusal(from: string, to: string): string | null {
  const room = Object.keys(ON_DEMAND).find((demanded) => isIn(demanded, to) && !isIn(demanded, from))
  if (!room || isIn(ALWAYS_LOADED, to) || ON_DEMAND[room]!.some((importer) => isIn(importer, from)))
    return null
  return `always loaded (${room} is loaded on demand: import types, or by \`import()\`)`
}

function floorRefusal(from: string, to: string): string | null {
  const there = placesOf(to)
  const here = placesOf(from).findLast(({ house }, depth) => there[depth]?.house === house)!
  const below = there.find(({ house }) => house === here.house)!
  if (here.room === below.room || here.floor === null || below.floor === null) return null
  if (below.floor < here.floor) return null
  return below.floor > here.floor
    ? `upward (${here.room} is floor ${here.floor} of ${here.house}, ${below.room} is floor ${below.floor})`
    : `sideways (${here.room} and ${below.room} are both floor ${here.floor} of ${here.house})`
}

function webRefusal(from: string, to: string): string | null {
  if (to.startsWith('src/'))
    return isShared(to)
      ? null
      : 'server code (web/ imports only contract.ts, schema.ts and data files of src/)'
  return to.startsWith('web/') ? floorRefusal(from, to) : `outside (${topOf(to)}/ is no part of the web apps)`
}

const isIn = (place: string, file: string): boolean => file === place || file.startsWith(`${place}/`)
const topOf = (file: string): string => file.split('/')[0]!
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const isSchema = (file: string): boolean => file.endsWith('/schema.ts')
const isContract = (file: string): boolean => file.endsWith('/contract.ts')
const isData = (file: string): boolean => DATA.includes(file)
const isShared = (file: string): boolean => isSchema(file) || isContract(file) || isData(file)
