document.documentElement.classList.add("js");var d=e=>{document.getElementById("say").textContent=e};document.addEventListener("click",async e=>{let t=e.target.
closest?.("button[data-copy]");if(!t)return;let n=document.getElementById(t.dataset.copy);try{await navigator.clipboard.writeText(n.textContent)}catch{getSelection().
selectAllChildren(n),document.execCommand("copy"),getSelection().removeAllRanges()}d("Copied"),t.classList.add("done"),setTimeout(()=>{t.classList.remove("done"),
d("")},1500)});var{found:m}=document.getElementById("main").dataset;m&&setTimeout(()=>d(m),100);var i=document.querySelector("form[data-quick]"),a=i.elements.q,
o=document.getElementById("quick"),l=0;function c(e){o.hidden=!e}async function k(){let e=a.value.trim(),t=++l;if(!e)return c(!1);let n;try{n=await fetch(`${i.action}\
?${new URLSearchParams({q:e})}`,{headers:{"HX-Request":"true"}})}catch{return}if(t!==l||!n.ok||(o.innerHTML=await n.text(),t!==l))return;c(document.activeElement===
a);let s=o.querySelectorAll("a").length;d(s?`${s} results`:o.textContent.trim())}var f;a.addEventListener("input",()=>{clearTimeout(f),f=setTimeout(k,80)});a.addEventListener(
"focus",()=>{a.value.trim()&&o.childElementCount&&c(!0)});i.addEventListener("focusout",e=>{i.contains(e.relatedTarget)||c(!1)});i.addEventListener("keydown",e=>{
let t=[...o.querySelectorAll("a")],n=t.indexOf(document.activeElement);e.key==="Escape"&&!o.hidden?(e.preventDefault(),a.focus(),c(!1)):e.key==="ArrowDown"&&!o.
hidden&&t[n+1]?(e.preventDefault(),t[n+1].focus()):e.key==="ArrowUp"&&n>=0&&(e.preventDefault(),(t[n-1]??a).focus())});o.addEventListener("click",e=>{e.target.closest(
"a")&&c(!1)});document.addEventListener("keydown",e=>{let t=e.key.toLowerCase()==="k"&&(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey,n=e.key==="/"&&!e.ctrlKey&&
!e.metaKey&&!e.altKey&&document.body.dataset.keys!=="off"&&!e.target.closest?.("input, select, textarea");!t&&!n||(e.preventDefault(),a.focus(),a.select())});var u=new Map(
[...document.querySelectorAll(".d-toc a")].map(e=>[decodeURIComponent(e.hash.slice(1)),e]));if(u.size){let e=[...u.keys()].map(s=>document.getElementById(s)).filter(
Boolean),t,n=()=>{let s=e.findLast(r=>r.getBoundingClientRect().top<120)??e[0];if(s!==t){t=s;for(let[r,y]of u)y.toggleAttribute("data-read",r===s.id)}};addEventListener(
"scroll",()=>requestAnimationFrame(n),{passive:!0}),n()}
