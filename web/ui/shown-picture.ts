export interface ShownPicture {
  src: string
  name: string
  /**
   * The picture suits the page's light or dark background. Other pictures get a paper background, because they may be
   * transparent.
   */
  onPage?: boolean
}
