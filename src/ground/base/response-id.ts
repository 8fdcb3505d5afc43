import { newOrderedId, sha256 } from './ids.ts'

/** A response id contains a hash of the Hub's name. An item id contains the response id. */
const RESPONSE_ID = /^resp_([0-9a-f]{8})[0-9a-f]{32}$/
const ITEM_ID = /^[a-z]{2,5}_([0-9a-f]{40})[io][0-9]{1,5}$/

export const newResponseId = (hub: string): string =>
  `resp_${hubMark(hub)}${newOrderedId().replaceAll('-', '')}`

export const isResponseOf = (id: string, hub: string): boolean => RESPONSE_ID.exec(id)?.[1] === hubMark(hub)

export const itemIdOf = (
  responseId: string,
  item: { prefix: 'msg' | 'fc' | 'fco' | 'rs'; from: 'input' | 'output'; position: number },
): string =>
  `${item.prefix}_${responseId.slice('resp_'.length)}${item.from === 'input' ? 'i' : 'o'}${item.position}`

export const responseOfItem = (itemId: string): string | null => {
  const mark = ITEM_ID.exec(itemId)?.[1]
  return mark === undefined ? null : `resp_${mark}`
}

const hubMark = (hub: string): string => sha256(hub).slice(0, 8)
