import { newOrderedId, sha256 } from './ids.ts'

/**
 * Ids of the Responses API. A response id contains a hash of its Hub's name, so that the web chat finds the bridge
 * with the stored response. An item id contains the id of its response.
 */
const RESPONSE_ID = /^resp_([0-9a-f]{8})[0-9a-f]{32}$/
const ITEM_ID = /^[a-z]{2,5}_([0-9a-f]{40})[io][0-9]{1,5}$/

export const newResponseId = (hub: string): string =>
  `resp_${hubMark(hub)}${newOrderedId().replaceAll('-', '')}`

/** True if a response belongs to a Hub. */
export const isResponseOf = (id: string, hub: string): boolean => RESPONSE_ID.exec(id)?.[1] === hubMark(hub)

export const itemIdOf = (
  responseId: string,
  item: { prefix: 'msg' | 'fc' | 'fco' | 'rs'; from: 'input' | 'output'; position: number },
): string =>
  `${item.prefix}_${responseId.slice('resp_'.length)}${item.from === 'input' ? 'i' : 'o'}${item.position}`

/** Response id of an item; null for another kind of id. */
export const responseOfItem = (itemId: string): string | null => {
  const mark = ITEM_ID.exec(itemId)?.[1]
  return mark === undefined ? null : `resp_${mark}`
}

const hubMark = (hub: string): string => sha256(hub).slice(0, 8)
