import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { FEATURES, HOUSES } from '../arrows/house.ts'

const PAGE = 'docs/architecture.md'
const DRAWING = /(<!-- the drawing of the house[^>]*-->\n)[\s\S]*?(?=<!-- end of the drawing -->)/

export function pageWithDrawing(root: string): { path: string; page: string } {
  const page = readFileSync(join(root, PAGE), 'utf8')
  const lines = [
    ...floorsFromAbove(root, 'src')
      .flat()
      .flatMap((room) => drawn(root, `src/${room}`)),
    ...drawn(root, 'web'),
  ]
  const width = Math.max(...lines.map(({ name }) => name.length)) + 3
  const drawing = lines.map(({ name, floors }) => `${name.padEnd(width)}${floors}`.trimEnd()).join('\n')
  return {
    path: PAGE,
    page: page.replace(DRAWING, (_, opening: string) => `${opening}\n\`\`\`text\n${drawing}\n\`\`\`\n\n`),
  }
}

export const emptyRooms = (root: string): string[] =>
  Object.entries(HOUSES)
    .flatMap(([house, floors]) => floors.flat().map((room) => `${house}/${room}`))
    .filter((room) => basename(room) !== FEATURES && !existsSync(join(root, room)))
    .map((room) => `${room}: has a floor in scripts/arrows/house.ts, but is not there`)

interface Line {
  name: string
  floors: string
}

function drawn(root: string, path: string, indent = ''): Line[] {
  if (!HOUSES[path]) return [{ name: indent + basename(path), floors: '' }]
  const floors = floorsFromAbove(root, path)
  const inner = floors.flat().filter((room) => HOUSES[`${path}/${room}`])
  return [
    { name: indent + basename(path), floors: floors.map((rooms) => rooms.join('  ')).join('  ▸  ') },
    ...inner.flatMap((room) => drawn(root, `${path}/${room}`, `${indent}  `)),
  ]
}

const floorsFromAbove = (root: string, house: string): string[][] =>
  HOUSES[house]!.map((rooms) =>
    rooms
      .flatMap((room) => (room === FEATURES ? featuresIn(root, house) : [room]))
      .filter((room) => existsSync(join(root, house, room))),
  ).toReversed()

const featuresIn = (root: string, house: string): string[] =>
  readdirSync(join(root, house), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !HOUSES[house]!.flat().includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => globSync('**/*.{ts,tsx}', { cwd: join(root, house, name) }).length > 0)
    .toSorted()
