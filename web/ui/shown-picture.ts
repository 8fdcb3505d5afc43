export interface ShownPicture {
  src: string
  name: string
  /** False: the picture gets a paper background, because it may be transparent. */
  onPage?: boolean
}
