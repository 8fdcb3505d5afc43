import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Publishes `index.html` last. Files of the previous build stay, because open pages may load chunks later.
 * @param built Folder of the build; deleted afterwards.
 * @param place Served folder. `<place>.json` lists the files of its newest build.
 */
export async function publish(built: string, place: string): Promise<void> {
  const list = `${place}.json`
  const before = await readNames(list)
  const now = await filesIn(built)
  for (const file of now.toSorted((one, other) => Number(isPage(one)) - Number(isPage(other)))) {
    await mkdir(dirname(join(place, file)), { recursive: true })
    await rename(join(built, file), join(place, file))
  }
  const kept = new Set([...before, ...now])
  for (const file of await filesIn(place)) if (!kept.has(file)) await rm(join(place, file), { force: true })
  await writeFile(list, JSON.stringify(now))
  await rm(built, { recursive: true, force: true })
}

const isPage = (file: string) => file.startsWith('index.html')

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

async function readNames(list: string): Promise<string[]> {
  try {
    return JSON.parse(await readFile(list, 'utf8')) as string[]
  } catch {
    return []
  }
}
