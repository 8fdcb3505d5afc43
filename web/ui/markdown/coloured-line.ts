/** Adjacent characters of one colour. `colour` is a CSS value. */
export interface ColouredPiece {
  text: string
  colour: string | undefined
}

export type ColouredLine = readonly ColouredPiece[]
