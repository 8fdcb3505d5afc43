/** What the frame is asked for, and what it answers. */
export interface Order {
  source: string
  dark: boolean
  font: string
}

export type Drawn = { svg: string } | { error: string }
