import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { attribute, elements, treeOf, type XmlElement } from '#ground/base/xml.ts'

export interface DocumentRelation {
  id: string
  /** Last segment of the type, such as `worksheet`: the rest differs between the transitional and strict standards. */
  type: string
  target: string
  isExternal: boolean
}

export async function relationsOf(archive: Archive, part: string): Promise<DocumentRelation[]> {
  const folder = posix.dirname(part)
  const tree = await treeOf(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  return elements(tree ?? undefined, 'Relationship').map((relation) => {
    const isExternal = attribute(relation, 'TargetMode') === 'External'
    const target = attribute(relation, 'Target') ?? ''
    return {
      id: attribute(relation, 'Id') ?? '',
      type: (attribute(relation, 'Type') ?? '').split('/').at(-1)!,
      target: isExternal ? target : posix.resolve('/', folder, target).slice(1),
      isExternal,
    }
  })
}

export async function mainPart(archive: Archive): Promise<string> {
  const relation = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')
  const part = relation?.target ?? archive.names.find((name) => USUAL_MAIN_PART.test(name))
  if (part === undefined) throw new Error('the document has no main part')
  return part
}

const USUAL_MAIN_PART = /^(word\/document|xl\/workbook|ppt\/presentation)\.xml$/

/** Relationship id of an element. The attribute has a prefix, because the element may also have an `id`. */
export const relationId = ({ attributes }: XmlElement): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
