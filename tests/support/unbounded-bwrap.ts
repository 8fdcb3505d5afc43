export const UNBOUNDED_BWRAP = {
  'bin/bwrap': `#!/bin/sh
[ "$1" = --help ] && { echo --disable-userns; exit; }
echo "Max processes  unlimited  unlimited  processes"
echo "Max data size  2147483648  2147483648  bytes"
echo "Max file size  unlimited  unlimited  bytes"
echo "Max cpu time  1  1  seconds"
`,
}
