/** A page that explains itself, loads nothing, and tries again while the part behind it restarts. */
export const badGatewayPage = (detail: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Back in a moment</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { padding: 2rem; max-width: 28rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0; opacity: .75 }
</style>
</head>
<body>
<main>
<h1>Back in a moment</h1>
<p>${detail}. It may be restarting; this page tries again every five seconds.</p>
</main>
</body>
</html>
`
