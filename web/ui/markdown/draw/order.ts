/** Requests to the frame, and its responses. */
export interface Order {
  source: string
  dark: boolean
  font: string
}

export type Drawn = { svg: string } | { error: string }
