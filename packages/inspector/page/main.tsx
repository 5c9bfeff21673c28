import { render } from 'preact'
import { App } from './app.tsx'
import { takeToken } from './api/session.ts'

const root = document.getElementById('app')
const domain = document.querySelector('meta[name="group-domain"]')?.getAttribute('content') ?? ''
if (root !== null) render(<App token={takeToken()} groupDomain={domain} />, root)
