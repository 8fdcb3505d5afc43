export interface ColouredPiece {
  text: string
  colour: string | undefined
}

export type ColouredLine = readonly ColouredPiece[]
