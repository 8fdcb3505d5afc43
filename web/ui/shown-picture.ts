export interface ShownPicture {
  src: string
  name: string
  /**
   * True if the picture suits the page's light or dark background. Other pictures get a paper background, because
   * they may be transparent.
   */
  onPage?: boolean
}
