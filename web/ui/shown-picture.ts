export interface ShownPicture {
  src: string
  name: string
  /** It is drawn for the ground of the page, light or dark. Others get paper, in case they have none of their own. */
  onPage?: boolean
}
