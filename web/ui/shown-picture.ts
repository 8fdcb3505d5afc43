export interface ShownPicture {
  src: string
  name: string
  /** Other pictures get a paper background, because they may be transparent. */
  onPage?: boolean
}
