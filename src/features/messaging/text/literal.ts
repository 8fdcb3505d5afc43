/** Markdown that shows the text as it is. */
export const literal = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)

const DIRECTION_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Removes characters that display the rest of a line in another order. */
export const withoutDirectionControls = (text: string): string => text.replaceAll(DIRECTION_CONTROLS, '')
