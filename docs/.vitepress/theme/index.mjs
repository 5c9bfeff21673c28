import theme from 'vitepress/theme'
import './style.css'

// VitePress takes the theme from the default export.
export default theme
