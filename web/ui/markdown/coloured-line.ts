/** Code in a single colour, a CSS value. */
export interface ColouredPiece {
  text: string
  colour: string | undefined
}

export type ColouredLine = readonly ColouredPiece[]
