export interface Order {
  source: string
  dark: boolean
  font: string
}

export type Drawn = { svg: string } | { error: string }
