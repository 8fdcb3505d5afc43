export interface ShownPicture {
  src: string
  name: string
  /**
   * False: the picture gets a light background, because it may be transparent. True: it is shown on the page's own
   * background.
   */
  onPage?: boolean
}
