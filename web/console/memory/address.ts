import { pageNumber, search, text } from '../kit/search.ts'

/** `note`: the note that the page opens for editing. */
export const memorySearch = search({ hub: text, q: text, note: text, page: pageNumber })
