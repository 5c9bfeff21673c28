import { render } from 'preact'
import { App } from './app.tsx'
import { startServer } from './start-server.ts'

const root = document.getElementById('app')
if (root !== null) render(<App start={startServer} />, root)
