/** A piece of code in one colour, given as a CSS value. */
export interface ColouredPiece {
  text: string
  colour: string | undefined
}

export type ColouredLine = readonly ColouredPiece[]
