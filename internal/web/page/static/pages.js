Object.assign(window.htmx.config,{allowEval:!1,allowScriptTags:!1,includeIndicatorStyles:!1,selfRequestsOnly:!0,historyCacheSize:0,refreshOnHistoryMiss:!0,scrollIntoViewOnBoost:!1,
defaultSettleDelay:0,attributesToSettle:["class","width","height"],defaultSwapStyle:"outerHTML",timeout:3e4,responseHandling:[{code:"204",swap:!1},{code:"[23]..",
swap:!0},{code:"422",swap:!0,error:!1},{code:"...",swap:!1,error:!0}]});window.htmx.defineExtension("whole",{handleSwap(e,t,n,o){if(e!=="whole")return!1;let r=[
...n.children];return t.replaceWith(...r),o.elts=[...o.elts.filter(a=>a!==t),...r],o.tasks.push(()=>{for(let a of r)window.htmx.process(a)}),!0}});var ze=document.body.dataset,na=document.documentElement.lang,Zi=e=>{try{return new Intl.DateTimeFormat(na,{timeZone:e}),e}catch{return}},Qi=Zi(ze.zone||void 0),
ie=(e,t=na)=>new Intl.DateTimeFormat(t,{timeZone:Qi,...e}),ec=ie({hour:"numeric",minute:"2-digit"},navigator.language),tc=ie({weekday:"long"}),nc=ie({weekday:"s\
hort"}),oc=ie({month:"long"}),Qr=ie({month:"short"}),rc=ie({day:"numeric"},"en"),ac=ie({year:"numeric"},"en"),oa=e=>rc.format(e),Ie=e=>ac.format(e),ea=e=>ec.format(
e);function Je(e){let t=`${tc.format(e)} ${oa(e)} ${oc.format(e)}`;return Ie(e)===Ie(new Date)?t:`${t} ${Ie(e)}`}function sc(e){let t=(Date.now()-e)/1e3;return t<
60?ze.tNow:t<3600?ze.tMinutes.replace("%",Math.floor(t/60)):t<86400?ze.tHours.replace("%",Math.floor(t/3600)):t<6*86400?nc.format(e):Ie(e)===Ie(new Date)?`${oa(
e)} ${Qr.format(e)}`:`${Qr.format(e)} ${Ie(e)}`}function w(e=document){for(let t of e.querySelectorAll("time[data-f]")){let n=new Date(t.dateTime),o=ze.tExact.replace(
"%d",Je(n)).replace("%t",ea(n)),r={hour:ea(n),exact:o}[t.dataset.f]??sc(n);t.textContent!==r&&(t.textContent=r),t.title!==o&&(t.title=o)}}var ta=Intl.DateTimeFormat().
resolvedOptions().timeZone;ta&&(document.cookie=`svcx_zone=${ta}; path=/app; max-age=31536000; samesite=lax`);setInterval(w,3e4);function Nn(e,t){let n=e.querySelector(".prev");if(n.dataset.plain??=n.textContent,t(n.dataset),n.dataset.found!==void 0)return;let{mention:o,draft:r,plain:a}=n.
dataset,s=o||r||a;n.textContent!==s&&(n.textContent=s)}var ra=()=>document.querySelector('#list[data-view="mentions"]');function aa(e,t,n){let o=(e.dataset.mentionLines??
"").split(`
`).find(r=>r.startsWith(`${t} `))?.slice(t.length+1);Nn(e,r=>{r.mention=o??(ra()&&n?.querySelector(".prev").dataset.mention)??"",r.draft=n?.querySelector(".prev").
dataset.draft??""})}function On(e){ra()||Nn(e,t=>{t.mention=""})}function sa(e,t){Nn(e,n=>{n.draft=t===void 0?n.draft??"":t.trim().slice(0,200).replace(/\s+/g,"\
 ")})}function ia(e,t){let n=t.querySelector(".prev[data-found]");n&&(e.href=t.href,e.querySelector(".prev").replaceWith(n))}var ca=document.body.dataset,je=`svcx:unsent:${ca.base}:${ca.me}:`,$t=new Map;function S(e,t){try{return JSON.parse(localStorage.getItem(`${je}${e}:${t}`))}catch{
return $t.get(`${je}${e}:${t}`)??null}}function _(e,t,n){let o=`${je}${e}:${t}`;try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
n?$t.set(o,n):$t.delete(o)}}function Mn(e){if(!e?.startsWith(je))return;let[t,n]=e.slice(je.length).split(":");return{id:t,kind:n}}function Tt(){let e=[...$t.keys()];
try{e=Object.keys(localStorage)}catch{}return e.map(Mn).filter(Boolean)}var W=document.body.dataset,G=(e,t)=>`svcx:draft:${W.base}:${W.me}:${e}:${t}`,Pn=["reply","note"],Kn=new Map;function V(e,t){let n=G(e,t);try{return JSON.parse(
localStorage.getItem(n))}catch{return Kn.get(n)??null}}function U(e,t,n){let o=G(e,t);try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
Kn.set(o,n)}D(e)}var Fn=(e,t)=>e.text===t.text&&e.format===t.format,z=()=>document.getElementById("open")?.dataset.conversationId??"",ic=(e,t)=>e===z()?document.
querySelector(`form[data-write="${t}"]`):null,da=e=>({text:e.elements.content.value,format:e.elements.format.value});function M(e){let t=z(),n=e.dataset.write,o=V(
t,n),r=da(e);r.text.trim()||(r.text=""),!(!o&&!r.text)&&(U(t,n,{...r,on:o?.on??Number(e.dataset.on),at:Date.now(),saved:!1}),Mt(""),Ce(t,n,2e3))}var la=`svcx:se\
nt:${W.base}:${W.me}`,ua=performance.timeOrigin;document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(ua=Date.now())});function cc(e,t){
try{let n=JSON.parse(localStorage.getItem(la));return n?.what===`${e}:${t}`&&n.at>ua}catch{return!1}}function Ot(e,t){try{localStorage.setItem(la,JSON.stringify(
{what:`${e}:${t}`,at:Date.now()}))}catch{}clearTimeout(ce.get(G(e,t))),ce.delete(G(e,t)),U(e,t,null),Mt("")}function Mt(e){let t=document.querySelector("[data-d\
raft-state]");t&&(t.textContent=e)}var ce=new Map,Rn=new Set;function Ce(e,t,n){let o=G(e,t);clearTimeout(ce.get(o)),ce.set(o,setTimeout(ma,n,e,t))}async function fa(e,t,n,o){
let r=new URLSearchParams({kind:t,content:n.text,format:n.format,on:n.on}),a=await fetch(`${W.base}/inbox/${e}/draft`,{method:"POST",body:r,headers:{"HX-Request":"\
true"},keepalive:o}),s=document.createElement("template");a.ok&&(s.innerHTML=await a.text());let{text:i,format:c,on:d,other:u}=s.content.firstElementChild?.dataset??
{};return{status:a.status,other:u!==void 0,draft:{text:i,format:c,on:Number(d)}}}var dc=6e4;document.addEventListener("htmx:beforeRequest",e=>{let{write:t}=e.target.
dataset??{},n=t&&V(z(),t);n&&U(z(),t,{...n,sent:Date.now()})});async function ma(e,t,n=!1){let o=G(e,t);clearTimeout(ce.get(o)),ce.delete(o);let r=V(e,t);if(!r||
r.saved)return;let a=S(e,t);if(!(a&&!a.asks)){if(Date.now()-r.sent<dc||Rn.has(o)&&!n){Ce(e,t,1e3);return}Rn.add(o);try{let s=await fa(e,t,r,n);if(s.status===200)
lc(e,t,r,s);else if(s.status===429||s.status>=500)throw new Error(s.status)}catch{e===z()&&Mt(document.getElementById("composer")?.dataset.tKept??""),Ce(e,t,5e3)}finally{
Rn.delete(o)}}}function lc(e,t,n,o){Xe.delete(e);let r=V(e,t);if(!r){o.draft.on&&!o.other&&fa(e,t,{text:"",format:"",on:o.draft.on}).catch(()=>{});return}if(o.other){
U(e,t,{...r,on:o.draft.on});let a=ic(e,t);a&&Hn(a,o.draft,"aside"),Ce(e,t,0);return}if(!Fn(r,n)){U(e,t,{...r,on:o.draft.on}),ce.has(G(e,t))||Ce(e,t,2e3);return}
U(e,t,r.text?{...r,on:o.draft.on,saved:!0}:null),r.text&&e===z()&&Mt(document.getElementById("composer")?.dataset.tSaved??"")}function Vn(e){let t=`svcx:draft:${W.
base}:${W.me}:`,n=[...Kn.keys()];try{n=Object.keys(localStorage)}catch{}for(let o of n.filter(r=>r.startsWith(t))){let[r,a]=o.slice(t.length).split(":");Pn.includes(
a)&&ma(r,a,e)}}addEventListener("pagehide",()=>Vn(!0));document.addEventListener("visibilitychange",()=>{document.visibilityState==="hidden"&&Vn(!0)});addEventListener(
"online",()=>Vn(!1));function pa(e){if(e){Un.delete(e),Xe.delete(e);for(let t of document.querySelectorAll("form[data-write]"))fc(e,t.dataset.write,t);D(e)}}var uc=250;
function fc(e,t,n){let o={text:n.elements.content.defaultValue,format:n.elements.format.defaultValue,on:Number(n.dataset.on)},r=n.elements.content.value;r&&r!==
o.text&&r!==V(e,t)?.text&&U(e,t,{...o,text:r,at:Date.now(),saved:!1});let a=V(e,t);!a&&o.on&&cc(e,t)&&Object.assign(o,{text:"",on:0});let s=Number(document.getElementById(
"composer").dataset.now),i=a&&o.on<a.on&&(o.on!==0||s<a.on+uc);if(!a||a.saved&&!i){a&&o.on&&!Fn(a,o)&&Hn(n,a,"newer"),U(e,t,o.on?{...o,at:o.on,saved:!0}:null),Nt(
n,o);return}if(Fn(a,o)&&o.on)U(e,t,{...a,on:o.on,saved:!0});else if(!i&&o.on&&o.on!==a.on){let c=a.at>o.on;U(e,t,{...c?a:o,on:o.on,at:Date.now(),saved:!c}),Hn(n,
c?o:a,c?"aside":"newer")}Nt(n,V(e,t)),V(e,t).saved||Ce(e,t,0)}function Nt(e,t){let n=e.elements.content.value!==t.text||e.elements.format.value!==t.format;e.elements.
content.value=t.text,e.elements.format.value=t.format,n&&e.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0}))}function Hn(e,t,n){let o=e.querySelector(
".draft-note");if(o.replaceChildren(),!t.text.trim())return;let r=document.createElement("button");r.className="link",r.type="button",r.textContent=o.dataset.swap,
r.addEventListener("click",()=>{let a=da(e);Nt(e,t),M(e),t=a,e.elements.content.focus()}),o.append(o.dataset[n]," ",r)}addEventListener("storage",e=>{for(let t of document.
querySelectorAll("form[data-write]")){if(e.key!==G(z(),t.dataset.write))continue;let n=V(z(),t.dataset.write);!(!n&&e.oldValue&&JSON.parse(e.oldValue).text===t.
elements.content.value)&&document.hasFocus()&&t.contains(document.activeElement)||Nt(t,n??{text:"",format:""})}});var Un=new Set,Xe=new Set;function D(e){let t=document.
querySelector(`.conv[data-conversation-id="${e}"]`);if(!t)return;t.marked=!0;let n=Pn.map(i=>V(e,i)).filter(i=>i?.text.trim()),o=Pn.some(i=>S(e,i)),r=t.querySelector(
".draft");r.hidden=!(o||Un.has(e)||n.some(i=>!i.saved||!Xe.has(e)));let a=n.filter(i=>!i.saved||!Xe.has(e)).sort((i,c)=>c.at-i.at)[0];(!r.hidden||t.querySelector(
".prev").dataset.draft)&&sa(t,r.hidden?"":a?.text);let s=o?W.tUnsent:W.tDraft;r.textContent!==s&&(r.textContent=s)}function _e(){for(let e of document.querySelectorAll(
".conv")){let t=e.dataset.conversationId;if(!e.marked&&t!==z()){let n=e.querySelector(".draft[data-saved]");Un[n?"add":"delete"](t),Xe[n?"delete":"add"](t)}D(t)}}
_e();var Rt=()=>document.getElementById("open"),Y,Wn=!1,Ae=[],zn=!1,Ge=()=>!!Y,ga=()=>Ae.length>0,Pt=0;function ha(){return Date.now()-Pt>1e3?!1:(Pt=Date.now(),!0)}var mc=1e3;
function Ft(e){Ae.length<mc&&Ae.push(e)}var pc=1e4,Jn=0,Ht=()=>Date.now()-Jn<pc;function jn(){Jn=Date.now()}function Xn(){Jn=0}addEventListener("pageshow",Xn);function Kt(){
Ae=[]}document.addEventListener("htmx:beforeRequest",e=>{if(e.detail.target?.id!=="open")return;let{xhr:t}=e.detail;zn||Kt(),Y=t,Wn=!1,Pt=0,requestAnimationFrame(
()=>setTimeout(()=>{Y===t&&(Rt().inert=!0,Rt().ariaBusy="true")})),t.addEventListener("loadend",()=>{Y===t&&Wn?gc():setTimeout(()=>{Y===t&&hc()})})});function ya(){
Wn=!0}function gc(){Y=void 0,zn=!0;try{for(;Ae.length&&!Y;)Ae.shift()()}finally{zn=!1}}function hc(){Y=void 0,Pt=Date.now(),Kt(),Rt().inert=!1,Rt().ariaBusy=null,
document.activeElement?.matches(".conv")&&document.querySelector(".conv[aria-current]")?.focus()}var wa=document.body.dataset,Gn="open",ba=[],q=()=>Gn==="lost"||Gn==="silent";function Ut(e){ba.push(e)}function Ea(e){let t=q();if(Gn=e,e==="open"&&Yn&&document.
getElementById("say").textContent===Yn&&m(""),e==="open"||q()!==t)for(let n of ba)n(q())}async function Zn(){try{return(await fetch(`${wa.base}/stream`,{method:"\
HEAD",cache:"no-store",signal:AbortSignal.timeout(4e3)})).status}catch{return 0}}async function Ye(){let e=await Zn();return e>0&&e<500}var Yn;function de(e){Yn=
e,m(e)}var Ze=()=>de(wa.tStays);function Qn(){Xn(),Ze()}async function R(e){!q()||await Ye()?location.assign(e):Qn()}var xa=e=>e.origin===location.origin&&e.pathname===
location.pathname&&e.search===location.search;addEventListener("click",e=>{let t=e.target.closest?.("a[href]");!q()||!t||e.defaultPrevented||e.button||e.ctrlKey||
e.metaKey||e.shiftKey||e.altKey||t.origin!==location.origin||t.target&&t.target!=="_self"||t.hasAttribute("download")||t.hash&&xa(t)||(e.preventDefault(),R(t.href))});
var _n;addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(!(!q()||e.defaultPrevented||_n===t||t.getAttribute("method")==="dialog")){if(e.preventDefault(),
!await Ye()){Qn();return}_n=t,t.requestSubmit(n?.isConnected?n:void 0),_n=void 0}});var Vt=location.href;for(let e of["htmx:pushedIntoHistory","htmx:replacedInH\
istory"])document.addEventListener(e,()=>{Vt=location.href});addEventListener("hashchange",()=>{Vt=location.href});addEventListener("popstate",e=>{if(!q()||xa(new URL(
Vt)))return;e.stopImmediatePropagation();let t=location.href;history.pushState({htmx:!0},"",Vt),R(t)},!0);var va;window.navigation?.addEventListener("navigate",
async e=>{let{navigationType:t,destination:n}=e;if(!(!q()||!e.cancelable||va||t!=="reload"&&!(t==="traverse"&&!n.sameDocument))){if(e.preventDefault(),!await Ye()){
Qn();return}va=!0,t==="reload"?location.reload():window.navigation.traverseTo(n.key)}});var yc=document.body.dataset;async function eo(e){try{await navigator.clipboard.writeText(e)}catch{let t=document.createElement("textarea"),n=document.activeElement;
t.value=e,t.className="sr",document.body.append(t),t.select(),document.execCommand("copy"),t.remove(),n?.focus()}}function m(e){let t=document.getElementById("s\
ay");t.className="say-1",t.setAttribute("role","status"),t.replaceChildren(),t.getBoundingClientRect(),t.textContent=e}document.addEventListener("click",async e=>{
let t=e.target.closest?.("a[data-copy], a[data-versions]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;if(e.preventDefault(),t.dataset.copy!==void 0){await eo(
t.href),m(yc.tCopied);return}let n=t.closest("article"),o=n.querySelector(".versions");if(o){o.remove();return}try{let r=await fetch(t.href,{headers:{"HX-Reques\
t":"true"}});if(!r.ok)throw new Error(r.status);let s=new DOMParser().parseFromString(await r.text(),"text/html").querySelector(`#${n.id} .versions`);if(n.querySelector(
".versions"))return;w(s),t.closest(".meta").after(s)}catch{R(t.href)}});var vc=document.body.dataset,J;function Sa(){!J||J.form.isConnected&&J.form.elements.content.value===J.text||(J.button.isConnected&&m(""),J=void 0)}function Wt(e,t,n){
m(t);let o=document.createElement("button");o.type="button",o.className="btn sm",o.dataset.undo="",o.textContent=vc.tUndo,o.addEventListener("click",()=>{Sa(),J?.
button===o&&(J=void 0,m(""),n())}),document.getElementById("say").append(" ",o),J={form:e,button:o,text:e.elements.content.value}}for(let e of["input","svcx:res\
tored","htmx:afterSwap","htmx:oobAfterSwap"])document.addEventListener(e,Sa);var wc=e=>e.matches("select")?!e.options[e.selectedIndex]?.defaultSelected&&(e.selectedIndex>0||!!e.querySelector("[selected]")):e.type==="checkbox"||e.type==="\
radio"?e.checked!==e.defaultChecked:e.value!==e.defaultValue,Be=e=>[...e.elements].some(t=>t.name&&t.matches("input, textarea, select")&&wc(t));function qa(e){let t=Be(
e);for(let o of e.querySelectorAll("[data-unsaved]"))o.hidden=!t;let n=e.querySelector("[data-restore]");t&&n&&(n.hidden=!0)}var ka=new WeakMap,no=e=>e.matches(
'[type="checkbox"], [type="radio"]')?"checked":"value";function bc(e){let t=e.querySelector("[data-restore]");!t||!Be(e)||(ka.set(e,[...e.elements].filter(n=>n.
name&&n.matches('input:not([type="hidden"], [type="file"]), textarea, select')).map(n=>[n,n[no(n)]])),setTimeout(()=>{t.hidden=!1,(document.activeElement===document.
body||document.activeElement.matches('[type="reset"]'))&&t.focus()}))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-restore]")?.form;if(t){
for(let[n,o]of ka.get(t)??[])n[no(n)]!==o&&(n[no(n)]=o,n.dispatchEvent(new Event("input",{bubbles:!0})),n.dispatchEvent(new Event("change",{bubbles:!0})));t.querySelector(
".savebar .pri").focus()}});var La=!1;document.addEventListener("input",e=>{e.target.form?.matches("[data-save]")&&qa(e.target.form)});document.addEventListener(
"reset",e=>{e.target.matches("[data-save]")&&(bc(e.target),setTimeout(qa,0,e.target))});var to,Ec=(e,t)=>{let n=new URLSearchParams(new FormData(e,t)).toString(),
o=Ht()&&to?.form===e&&to.fields===n;return to={form:e,fields:n},jn(),o};addEventListener("submit",e=>{e.defaultPrevented||(e.target.getAttribute("method")==="po\
st"&&Ec(e.target,e.submitter)?e.preventDefault():La=e.target.matches("[data-save]"))});addEventListener("beforeunload",e=>{!La&&[...document.querySelectorAll("f\
orm[data-save]")].some(Be)?e.preventDefault():jn()});var xc=document.body.dataset,Sc=e=>e.matches('textarea, input[type="text"], input[type="email"], input[type="url"], input:not([type])')&&!e.matches('[data-filte\
r], [data-write] *, [role="search"] *')&&e.value!==e.defaultValue,qc=()=>[...document.querySelectorAll("form[data-save]")].some(Be)||[...document.querySelectorAll(
'form:is([method="post"], [hx-post]) :is(textarea, input)')].some(Sc)||!!document.querySelector("[data-uploads] li");function g(){return qc()?(document.getElementById(
"connection").textContent=xc.tSignedOut,!1):(location.reload(),!0)}var oo,ro=!1;document.addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(e.defaultPrevented||
oo===t||!t.matches("[data-save]")||!Be(t)||(e.preventDefault(),e.stopPropagation(),ro))return;ro=!0;let o=await Zn()===401;if(ro=!1,o){g();return}oo=t,t.requestSubmit(
n?.isConnected?n:void 0),oo=void 0});var kc=document.body.dataset,le=e=>e.querySelector("[data-ai-place]"),Ba=(e,t)=>document.importNode(e.querySelector(`template[data-ai-${t}]`).content.firstElementChild,
!0),f;function so(e,t){e.querySelector("[data-ai-state]").textContent=t}function ao(e,t){let n=le(f.form),o=n.contains(document.activeElement);e.matches(".why")&&
e.setAttribute("role","alert"),n.replaceChildren(e),o&&e.querySelector(t)?.focus()}function Qe(){if(!f)return;let{form:e,running:t}=f;f=void 0,t?.abort();let n=le(
e),o=n.contains(document.activeElement);n.replaceChildren(),so(e,""),o&&e.elements.content.focus()}var Ia=e=>{let t=document.createElement("template");return t.
innerHTML=e,t.content.firstElementChild};async function Ca(e,t){Qe();let n=new AbortController,o={form:t,button:e,running:n,draft:t.elements.content.value};f=o;
let r=Ba(t,"running");r.querySelector("[data-title]").textContent=e.dataset.running,ao(r),so(t,e.dataset.running);let a=new URLSearchParams({content:o.draft,format:t.
elements.format.value});e.name&&a.set(e.name,e.value);let s;try{s=await fetch(e.formAction,{method:"POST",body:a,headers:{"HX-Request":"true"},signal:n.signal}),
s.status===401&&g();let i=await Lc(t,s,c=>{f===o&&Ic(r,c)});if(f!==o)return;o.running=void 0,Cc(o,i)}catch{if(f!==o||n.signal.aborted)return;o.running=void 0,ao(
Da(t,s?"":kc.tFailed),"[data-ai-again]")}}async function Lc(e,t,n){if(!t.headers.get("Content-Type")?.startsWith("text/plain")){let s=await t.text(),i=Ia(s);return i?.
matches(".ai-box")?i:Da(e,b(t.status,s))}let o=t.body.pipeThrough(new TextDecoderStream).getReader(),r="";for(;;){let{done:s,value:i}=await o.read();if(s)break;
r+=i,n(r.split("\0",1)[0])}let a=r.indexOf("\0");if(a<0)throw new Error("cut");return Ia(r.slice(a+1))}function Da(e,t){let n=Ba(e,"cut");return t&&(n.querySelector(
".grow").textContent=t),n}function Ic(e,t){let n=e.querySelector(".ai-text"),o=n.scrollTop+n.clientHeight>n.scrollHeight-24;n.textContent=t,o&&(n.scrollTop=n.scrollHeight)}
function Cc(e,t){ao(t,"[data-ai-accept], [data-ai-again], [data-ai-close]"),so(e.form,t.dataset.text!==void 0?t.getAttribute("aria-label"):""),io()}function io(){
let e=f&&le(f.form).querySelector("[data-ai-stale]");if(!e)return;let t=f.form.elements.content.value===f.draft?"":e.dataset.aiStale;e.textContent!==t&&(e.textContent=
t)}function Aa(e,t){let n=e.elements.content;n.focus(),n.select(),document.execCommand(t?"insertText":"delete",!1,t)||(n.value=t,n.dispatchEvent(new Event("inpu\
t",{bubbles:!0})))}function Ac(){let{form:e,button:t}=f,{text:n}=le(e).firstElementChild.dataset,o=e.elements.content.value;Qe(),Aa(e,n),Wt(e,t.dataset.done,()=>Aa(
e,o))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-ai]");if(t?.form){e.preventDefault(),t.closest("[popover]")?.hidePopover(),Ca(t,t.form);
return}if(e.target.closest?.("[data-hb-edit]")){$a(e.target.form);return}!f||!e.target.closest?.("[data-ai-place]")||(e.target.closest("[data-ai-close]")?Qe():e.
target.closest("[data-ai-accept]")?Ac():e.target.closest("[data-ai-again]")?Ca(f.button,f.form):e.target.closest("[data-ai-changes]")&&Bc(e.target.closest("[dat\
a-ai-changes]")))});function Bc(e){let t=e.closest(".ai-box"),n=e.getAttribute("aria-pressed")!=="true";e.setAttribute("aria-pressed",String(n));for(let o of t.
querySelectorAll("del"))o.hidden=!n;t.querySelector("[data-ai-diff]").classList.toggle("result",!n)}document.addEventListener("keydown",e=>{e.key!=="Escape"||e.
isComposing||!f||!le(f.form).contains(e.target)||(e.preventDefault(),e.stopPropagation(),Qe())},!0);for(let e of["input","svcx:restored"])document.addEventListener(
e,io);document.addEventListener("htmx:beforeOnLoad",e=>{f&&(f.stays=e.target.matches?.('form[data-write="note"]'))});for(let e of["htmx:afterSwap","htmx:oobAfte\
rSwap"])document.addEventListener(e,()=>{if(!f||f.form.isConnected)return;let t=f.stays&&[...document.querySelectorAll('form[data-write="reply"]')].find(n=>n.action===
f.form.action);if(!t){Qe();return}le(t).replaceChildren(...le(f.form).childNodes),f.form=t,io()});function zt(e){e?.querySelector("#handbrake")?.replaceChildren()}
document.addEventListener("input",e=>{e.target.name==="content"&&zt(e.target.form)});function $a(e,t=e.querySelector("#handbrake mark")){let n=e.elements.content;
n.focus(),t&&n.setSelectionRange(Number(t.dataset.from),Number(t.dataset.to))}document.addEventListener("click",e=>{let t=e.target.closest?.("#handbrake mark");
t&&$a(t.closest("form"),t)});var Ta=/\{\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}\}/,h=()=>document.getElementById("saved"),C=()=>document.getElementById("reply"),Z=()=>h().querySelector("input"),uo=()=>[
...h().querySelectorAll('[role="option"]')],Dc=()=>uo().filter(e=>!e.hidden),co=()=>h().querySelector('[aria-selected="true"]'),E=!1,Jt=!1,jt,lo=0;function Na(){
return lo++,jt=(async()=>{let e=await fetch(h().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&g(),!e.ok)throw new Error(b(e.status,await e.text()));
let t=document.createElement("template");t.innerHTML=await e.text(),document.getElementById("saved-list").replaceWith(t.content.firstElementChild)})().finally(()=>{
lo--}),jt}var fo=e=>{Q(),A(e instanceof TypeError?b():e.message)};function _t(e){let t=e.trim().toLowerCase(),n;for(let o of uo()){let r=o.dataset.shortcut.toLowerCase(),
a=t.replace(/^\//,"");o.hidden=!(r.includes(a)||o.querySelector("[data-title]").textContent.toLowerCase().includes(t));let s=o.hidden?0:a&&r===a?3:a&&r.startsWith(
a)?2:1;s>(n?.rank??0)&&(n={rank:s,option:o})}document.getElementById("saved-list").hidden=!n,h().querySelector("[data-none]").hidden=!!n,Oa(n?.option),E&&(h().hidden=
!n)}function Oa(e){for(let n of uo())n.setAttribute("aria-selected",String(n===e));e?.scrollIntoView({block:"nearest"});let t=E?C():Z();e?t.setAttribute("aria-a\
ctivedescendant",e.id):t.removeAttribute("aria-activedescendant")}function Xt(){let{value:e,selectionStart:t,selectionEnd:n}=C();return t===n?/(?:^|\n)\/([^\n]{0,64})$/.
exec(e.slice(0,t))?.[1]:void 0}function Q(){h()&&(h().hidden=!0,E=!1,C().removeAttribute("aria-activedescendant"),C().removeAttribute("aria-controls"))}async function mo(){
if(h()){De("reply"),E=!1,h().hidden=!1,Z().value="",Z().focus();try{await Na(),_t(Z().value)}catch(e){fo(e)}}}async function $c(){if(go(),Xt()===void 0){Jt=!1,E&&
Q();return}if(Jt)return;E||(E=!0,C().setAttribute("aria-controls","saved-list"),Na().catch(fo));try{await jt}catch{return}let t=Xt();E&&t!==void 0&&_t(t)}async function Ma(e){
let t=C(),n=E?Xt():void 0,o=t.selectionEnd,r=n===void 0?t.selectionStart:o-n.length-1,a=l();Q(),t.focus();let s;try{let i=await fetch(`${h().dataset.from}/${e.dataset.
id}`,{headers:{"HX-Request":"true"}});if(i.status===401&&g(),!i.ok)throw new Error(b(i.status,await i.text()));let c=document.createElement("template");c.innerHTML=
await i.text(),s=c.content.firstElementChild.dataset.text}catch(i){fo(i);return}!t.isConnected||a!==l()||(t.setSelectionRange(r,o),document.execCommand("insertT\
ext",!1,s)||(t.setRangeText(s,r,o,"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),Q(),po(r))}function po(e){let t=C(),n=Ta.exec(t.value.slice(e));n&&(t.
focus(),t.setSelectionRange(e+n.index,e+n.index+n[0].length))}function go(){let e=document.querySelector("#alert > [data-unfilled]");e&&!C()?.value.includes(e.dataset.
unfilled)&&A("");let t=document.querySelector("[data-fill]");if(!t)return;let n=Ta.exec(C()?.value??"")?.[0],o=n?t.dataset.fill.replace("%",()=>n):"";if((t.firstChild?.
textContent??"")===o||(t.replaceChildren(),!o))return;let r=document.createElement("button");if(r.type="button",r.className="link",r.textContent=o,r.addEventListener(
"click",()=>po(0)),t.append(r),!/agent\.name/i.test(n))return;let a=document.createElement("a");a.href=`${document.body.dataset.base}/settings/profile`,a.className=
"link",a.textContent=t.dataset.fillAgent,t.append(" ",a)}document.addEventListener("input",e=>{e.isComposing||(e.target.id==="reply"?$c():h()&&e.target===Z()&&_t(
Z().value))});document.addEventListener("keydown",async e=>{if(!h()||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||!(E?e.target===C():!h().hidden&&e.target===Z())||
e.key==="Tab"&&(e.shiftKey||!E))return;let n=Dc(),o={ArrowDown:1,ArrowUp:-1}[e.key],r=!h().hidden&&n.length>0;if(o&&r)Oa(n[(n.indexOf(co())+o+n.length)%n.length]);else if(e.
key==="Enter"&&!e.shiftKey||e.key==="Tab"&&r){if(E&&!r&&!lo)return;e.preventDefault(),e.stopPropagation(),await jt?.catch(()=>{});let a=E?Xt():Z().value;if(a===
void 0)return;_t(a),co()?Ma(co()):E&&e.key==="Enter"&&document.execCommand("insertText",!1,`
`);return}else if(e.key==="Escape"&&(!E||r))Jt=E,Q(),C().focus();else return;e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{
e.target.closest?.('#saved [role="option"]')&&e.preventDefault()});document.addEventListener("click",e=>{if(e.target.closest?.("[data-saved]")){e.preventDefault(),
h().hidden?mo():Q();return}let n=e.target.closest?.('#saved [role="option"]');n?Ma(n):h()&&!h().hidden&&!h().contains(e.target)&&e.target!==C()&&Q()});document.
addEventListener("focusin",e=>{e.target.id==="reply"&&go(),h()&&!h().hidden&&!h().contains(e.target)&&e.target!==C()&&!e.target.matches("[data-saved]")&&Q()});document.
addEventListener("htmx:afterOnLoad",e=>{let{xhr:t,requestConfig:n}=e.detail;t.status===422&&n.elt.matches('form[data-write="reply"]')&&document.querySelector("#\
alert > [data-unfilled]")&&po(0)});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(E=!1,Jt=!1,go())});var et=document.getElementById("found");function Ra(e){et.textContent!==e&&(et.textContent=e)}function Pa(){let e=et.textContent;et.textContent="",setTimeout(()=>{
et.textContent||=e},300)}setTimeout(()=>Ra(document.querySelector("main").dataset.found),100);document.addEventListener("htmx:afterSwap",e=>{let t=document.getElementById(
e.target.id);t?.dataset.found!==void 0&&Ra(t.dataset.found)});var ho=document.querySelector('main[data-view="sheet"] > #open'),Tc=[...document.querySelectorAll("main [autofocus]")].some(e=>e.checkVisibility());ho&&document.
activeElement===document.body&&!Tc&&!location.hash&&(ho.tabIndex=-1,ho.focus({preventScroll:!0}));document.querySelector('main input[type="search"][autofocus]')?.
select();function vo(){for(let e of document.querySelectorAll('main [role="region"][tabindex]'))e.tabIndex=e.scrollWidth>e.clientWidth||e.scrollHeight>e.clientHeight?
0:-1}vo();addEventListener("resize",vo);document.addEventListener("htmx:afterSettle",()=>requestAnimationFrame(vo));var Ha=()=>[...document.querySelectorAll("ma\
in a.who-row")].filter(e=>e.checkVisibility()),tt=()=>Ha().length>0;function nt(e){let t=Ha(),n=t.indexOf(document.activeElement);t[n<0?0:n+e]?.focus()}var Gt=()=>document.
querySelector("main .crumb a"),Fa=()=>new Map([...document.querySelectorAll(":is(main, .says) [data-command]")].filter(e=>e.checkVisibility()).map(e=>[e.dataset.
command,e]));function Ka(){return[...Fa().keys()].map((e,t)=>{let n=document.createElement("li");return n.id=`command-here-${t}`,n.role="option",n.ariaSelected=
"false",n.dataset.here=t,n.append(document.createElement("span")),n.firstChild.textContent=e,n.run=()=>{let o=Fa().get(e);o?.control?o.control.focus():o?.click()},
n})}var yo;document.addEventListener("htmx:afterSettle",e=>{let t=yo;!t||e.detail.requestConfig?.elt!==t||(yo=void 0,Pa(),document.activeElement===t&&(matchMedia(
"(pointer: coarse)").matches?t.blur():nt(1)))});document.addEventListener("keydown",e=>{if(!(!e.target.matches?.('main input[type="search"][hx-get]')||e.isComposing)){
if(e.key==="Enter")yo=e.target,e.target.matches(".htmx-request")||e.target.dispatchEvent(new Event("find"));else if(e.key==="ArrowDown"&&tt())nt(1);else return;
e.preventDefault()}});var ee=()=>document.getElementById("selbar"),te=()=>[...document.querySelectorAll("#rows .sel")],wo=`svcx:selection:${document.body.dataset.base}`,bo=e=>e.matches?.(
"#selection"),j=()=>ee().querySelector('[name="all"]'),I=new Set,ue;function Wa(){let{view:e,category:t,channel:n,assignee:o,tag:r,q:a}=document.getElementById(
"list").dataset;return JSON.stringify([e,t,n,o,r,a])}function Nc(){try{I.size?sessionStorage.setItem(wo,JSON.stringify({list:Wa(),ids:[...I]})):sessionStorage.removeItem(
wo)}catch{}}function Oc(){try{let e=JSON.parse(sessionStorage.getItem(wo));e?.list===Wa()&&(I=new Set(e.ids))}catch{}}var Zt=()=>ee().querySelector("[data-range\
]"),Yt=()=>Zt().ariaPressed==="true",fe=()=>!!(ee()&&I.size);function $e(){if(!ee())return;for(let o of te())o.checked=I.has(o.value);let e=I.size>0;ee().classList.
toggle("on",e),document.getElementById("list").classList.toggle("selecting",e);let t=te().every(o=>o.checked),n=!!document.querySelector("#rows .more");(!e||!t||
!n)&&(j().checked=!1),j().parentElement.hidden=!(e&&(n||!t)),e||(Zt().ariaPressed="false"),j().checked||za(e?Yt()?ee().dataset.tRange:ee().dataset.tSelected.replace(
"%",I.size):"")}function za(e){let t=document.getElementById("sel-count");t.textContent!==e&&(t.textContent=e)}function rt(){Nc(),$e()}function Qt(){I.clear(),ue=
void 0,ee()&&(j().checked=!1),rt()}function Ja(){return(document.activeElement?.closest?.("#rows > li")??document.querySelector("#rows .conv[aria-current]")?.closest(
"li"))?.querySelector(".sel")}function ot(e,t){t?I.add(e.value):I.delete(e.value)}function ja(){let e=Ja();e&&(ot(e,!I.has(e.value)),ue=e.value,rt())}function Xa(){
let e=Ja();if(!e)return;let t=te(),n=t.indexOf(e),o=Math.max(t.findIndex(r=>r.value===ue),0);for(let r of t.slice(Math.min(o,n),Math.max(o,n)+1))ot(r,!0);ue=e.value,
rt()}function Eo(){if(te().length&&te().every(e=>I.has(e.value))&&!j().checked&&!j().parentElement.hidden){j().click();return}for(let e of te())ot(e,!0);rt()}document.
addEventListener("click",e=>{if(!e.target.matches?.("#rows .sel"))return;let t=e.target,n=t.checked||Yt();if(e.shiftKey&&ue||Yt()){let o=te(),[r,a]=[o.findIndex(
s=>s.value===ue),o.indexOf(t)].sort((s,i)=>s-i);for(let s of o.slice(Math.max(r,0),a+1))ot(s,n)}Zt().ariaPressed="false",ot(t,n),ue=t.value,rt()});document.addEventListener(
"click",e=>{e.target.closest?.("[data-range]")&&(Zt().ariaPressed=String(!Yt()),$e())});document.addEventListener("reset",e=>{bo(e.target)&&setTimeout(Qt)});document.
addEventListener("change",async e=>{if(e.target.matches?.('#selection [name="all"]')&&(e.target.checked?Eo():$e(),!!e.target.checked))try{let t=await fetch(e.target.
dataset.count);if(!t.ok)throw new Error;let n=new DOMParser().parseFromString(await t.text(),"text/html").body.textContent.trim();j().checked&&za(n)}catch{e.target.
checked=!1,$e()}});document.addEventListener("submit",e=>{if(!bo(e.target))return;for(let n of e.target.querySelectorAll('input[type="hidden"]'))n.remove();let t=(n,o)=>{
let r=document.createElement("input");r.type="hidden",r.name=n,r.value=o,e.target.append(r)};if(e.submitter&&(t(e.submitter.name,e.submitter.value),e.submitter.
closest("[popover]")?.hidePopover()),!j().checked){let n=new Set(te().filter(o=>o.checked).map(o=>o.value));for(let o of I)n.has(o)||t("id",o)}},!0);document.addEventListener(
"htmx:afterRequest",e=>{!bo(e.target)||e.detail.xhr?.status!==200||(document.getElementById("sel-tags-text").value="",Qt())});var Va,Ua=new MutationObserver($e);
function _a(){let e=document.getElementById("list");!e||e===Va||(Va=e,Ua.disconnect(),Ua.observe(document.getElementById("list-scroll"),{childList:!0,subtree:!0}),
I=new Set,Oc(),$e())}_a();document.addEventListener("htmx:afterSwap",_a);var ko=()=>[...document.querySelectorAll("#rows .conv")],ne=()=>matchMedia("(width > 720px)").matches,he=e=>document.querySelector(e)?.click();function Ga(e){let t=ko();
if(t.length===0)return;let n=t.indexOf(document.activeElement),o=n>=0?n:t.findIndex(s=>s.hasAttribute("aria-current")),r=Math.max(o+e,0);for(;t[r]?.parentElement.
classList.contains("gone");)r+=e;let a=t[r];e>0&&r>=t.length-1&&he("#rows .more a"),a&&(a.focus(),ne()&&a.click())}document.addEventListener("click",e=>{if(!e.target.
closest?.("[data-next]"))return;let t=ko(),n=t.findIndex(o=>o.hasAttribute("aria-current"))+1;for(;t[n]?.parentElement.classList.contains("gone");)n++;if(n>=t.length-
1&&he("#rows .more a"),!t[n]){he("#thead .back");return}t[n].click(),Ft(()=>document.querySelector("[data-next]")?.focus({preventScroll:!0}))});function Ya(e){document.
querySelector(`[role="tab"][data-tab="${e}"]`)?.click()}function Za(e){let t=[...document.querySelectorAll("#messages article")],n=t.findIndex(i=>i.contains(document.
activeElement)),{top:o,bottom:r}=document.getElementById("thread")?.getBoundingClientRect()??{},a=t.filter(i=>i.getBoundingClientRect().bottom>o&&i.getBoundingClientRect().
top<r),s=n<0?a.find(i=>i.querySelector(".hit"))??a.at(e<0?-1:0):t[Math.min(Math.max(n+e,0),t.length-1)];s&&(s.tabIndex=-1,s.focus())}function P(){let e=ne()&&document.
querySelector(".conv[aria-current]");(e||document.getElementById("thread"))?.focus({preventScroll:!e})}var en=e=>()=>{fe()||Mc(`pick-${e}`),he(fe()?`[data-sel="${e}\
"]`:`#details [data-pick="${e}"]`)};function Mc(e){let t=document.getElementById("details"),n=document.querySelector("#thead .show-d");!n?.checkVisibility()||!t||
t.matches(":popover-open")||(t.dataset.while=e,t.showPopover({source:n}))}document.addEventListener("toggle",e=>{let t=document.getElementById("details");e.newState!==
"closed"||!e.target.id||t?.dataset.while!==e.target.id||(delete t.dataset.while,t.hidePopover())},!0);var Qa=e=>()=>he(`${fe()?"#selection":"#thead"} [data-key=\
"${e}"]`);function es(e,t){let n=t&&document.querySelector(t);if(n?.checkVisibility()){n.click();return}let o=document.querySelector("main");if(!document.getElementById(
"open")?.dataset.conversationId)return;let r=new Set((o.dataset.hides??"").split(" ").filter(Boolean));r.delete(e)||r.add(e),o.dataset.hides=[...r].join(" "),document.
cookie=`svcx_hides=${[...r].join(".")}; path=/app; max-age=31536000; samesite=lax`}function xo(e,t){let n=o=>e?.querySelector(`[aria-keyshortcuts="${o}"]`);(t&&
n("Control+Shift+Enter")||n("Control+Enter"))?.click()}var So=()=>[...document.querySelectorAll("form[data-write]")].find(e=>e.checkVisibility()),ns=()=>document.
querySelector("#waiting [data-undo]")??document.querySelector("#say [data-undo]")??document.querySelector("#bulk [data-undo]"),ge={j:()=>tt()?nt(1):Ga(1),k:()=>tt()?
nt(-1):Ga(-1),J:()=>Za(1),K:()=>Za(-1),o:()=>document.activeElement?.matches?.(".conv, .who-row")&&document.activeElement.click(),u:()=>Gt()?Gt().click():cs(),r:()=>Ya(
"reply"),n:()=>Ya("note"),s:mo,"Ctrl+Enter":()=>xo(So()),"Ctrl+Shift+Enter":()=>xo(So(),!0),"[":()=>es("details","#thead .show-d"),"]":()=>es("list"),e:Qa("e"),
E:Qa("E"),x:ja,X:Xa,"*":Eo,z:()=>ns()?.click(),a:en("assign"),c:en("category"),p:en("priority"),t:en("tags"),m:()=>{document.querySelector(`${fe()?"#sel-assign":
"#pick-assign"} [value="${document.body.dataset.me}"]`)?.click()},"/":()=>{let e=[...document.querySelectorAll('input[name="q"]')].find(t=>t.offsetParent);e?.focus(),
e?.select()}},k=document.getElementById("commands");function Lo(e){if(/Mac|iPhone|iPad/.test(navigator.platform))for(let t of e.querySelectorAll("kbd"))t.textContent=
t.textContent.replace("Ctrl","⌘")}Lo(document);var st=k.querySelector("input"),Io=()=>[...k.querySelectorAll('[role="option"]:not([hidden], [aria-disabled="tr\
ue"])')],qo=!1;async function Rc(){let e=k.querySelector('[role="listbox"]');for(let n of e.querySelectorAll("[data-here]"))n.remove();let t=e.children.length>0;
if(e.prepend(...Ka()),st.value="",qo=!1,tn(),k.showModal(),!t)try{let n=await fetch(`${document.body.dataset.base}/commands`);if(!n.ok)throw new Error(n.status);
let o=document.createElement("template");o.innerHTML=await n.text(),Lo(o.content),e.append(o.content),tn()}catch{qo=!0,tn()}}function Pc(e){return e.startsWith(
"Ctrl+")?!!So()?.elements.content.value.trim():"eEmacpt".includes(e)&&fe()||"jko".includes(e)&&tt()||e==="u"&&Gt()?!0:as.has(e)||e==="u"||e==="]"?!!document.getElementById(
"open")?.dataset.conversationId:"jkoxX*".includes(e)?ko().length>0:e!=="z"||!!ns()}function tn(){let e=st.value.trim().toLowerCase();for(let r of k.querySelectorAll(
'[role="option"]'))r.hidden=!r.textContent.toLowerCase().includes(e),r.ariaDisabled=Pc(r.dataset.key??"?")?null:"true";os(Io()[0]);let t=k.querySelector("[data-\
none]"),n=k.querySelector('[role="option"]:not([hidden])')||!k.querySelector('[role="option"]'),o=qo?document.body.dataset.tFailed:n?"":t.dataset.none;t.textContent!==
o&&(t.textContent=o)}function os(e){for(let t of k.querySelectorAll('[aria-selected="true"]'))t.setAttribute("aria-selected","false");e?.setAttribute("aria-sele\
cted","true"),e?.scrollIntoView({block:"nearest"}),st.setAttribute("aria-activedescendant",e?.id??"")}function rs(e){if(k.close(),e.run){e.run();return}if(e.dataset.
to){R(e.dataset.to);return}let[t,n]=e.dataset.key.split(" ");n?is[n]?.():ss(t)}var as=new Set(["J","K","r","n","s","Ctrl+Enter","Ctrl+Shift+Enter","e","E","m","\
a","c","p","t","["]);function ss(e){Ht()||(as.has(e)?Ge()?Ft(ge[e]):ha()||ge[e]():ge[e]?.())}st.addEventListener("input",tn);st.addEventListener("keydown",e=>{let t=Io(),
n=t.findIndex(r=>r.getAttribute("aria-selected")==="true"),o={ArrowDown:1,ArrowUp:-1}[e.key];if(o&&t.length)os(t[(n+o+t.length)%t.length]);else if(e.key==="Ente\
r"&&t[n])rs(t[n]);else return;e.preventDefault()});k.addEventListener("click",e=>{let t=e.target.closest('[role="option"]');Io().includes(t)?rs(t):e.target===k&&
k.close()});var pe=document.getElementById("keys");ge["?"]=async()=>{if(pe.showModal(),!pe.querySelector(".keycols"))try{let e=await fetch(`${document.body.dataset.
base}/keys`);if(!e.ok)throw new Error(e.status);let t=document.createElement("template");t.innerHTML=await e.text(),Lo(t.content),pe.append(t.content)}catch{pe.
close(),Ze()}};pe.addEventListener("click",e=>{e.target===pe&&pe.close()});location.hash==="#search"&&ge["/"]();var at=(e,t)=>()=>document.querySelector(t)?he(t):
R(document.body.dataset.base+e),me=e=>at(`/inbox?view=${e}`,`.navlink[href*="view=${e}"]`),is={m:me("mine"),n:me("mentions"),u:me("unassigned"),o:me("open"),d:me(
"undelivered"),r:me("resolved"),c:me("closed"),a:at("/ratings",'.navlink[data-place="ratings"]'),p:at("/contacts",'.navlink[href$="/contacts"]'),e:at("/reports",
'[data-go="reports"]'),s:at("/settings",'[data-go="settings"]')};function cs(){let e=document.querySelector(".conv[aria-current]");ne()?e?.focus():he("#thead .b\
ack")}function Fc({key:e,ctrlKey:t,metaKey:n,shiftKey:o,repeat:r}){let a=document.activeElement??document.body;!a.dispatchEvent(new KeyboardEvent("keydown",{key:e,
ctrlKey:t,metaKey:n,shiftKey:o,repeat:r,bubbles:!0,cancelable:!0}))||t||n||!a.matches('input:not([type="checkbox"]), textarea')||(e==="Backspace"?document.execCommand(
"delete"):e!=="Enter"?document.execCommand("insertText",!1,e):a.matches("textarea")&&document.execCommand("insertText",!1,`
`))}function Hc(e){if(!ga()||!Ge()||document.querySelector("[popover]:popover-open, dialog[open]"))return!1;let t=e.getModifierState?.("AltGraph");if(e.key==="E\
scape")Kt();else{if(e.key!=="Enter"&&e.key!=="Backspace"&&e.key.length>1)return!1;if(e.altKey&&!t||(e.ctrlKey||e.metaKey)&&!t&&e.key!=="Enter")return!1;Ft(()=>Fc(
t?{key:e.key}:e))}return e.preventDefault(),!0}var ts=0;document.addEventListener("keydown",e=>{if(e.key==="k"&&(e.ctrlKey||e.metaKey)){e.preventDefault(),k.open?
k.close():Rc();return}let t=e.target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]'),n=t?.checkVisibility()&&t;if(!n&&Hc(e))return;
if(e.key==="Enter"&&(e.ctrlKey||e.metaKey)&&e.target.form?.dataset.write){e.preventDefault(),xo(e.target.form,e.shiftKey);return}if(n){e.key==="Escape"&&!e.isComposing&&
!n.closest("[popover], dialog")&&(n.blur(),n.closest("#composer")&&P());return}if(e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||document.querySelector("[p\
opover]:popover-open, dialog[open]"))return;if(e.key==="Escape"){fe()?Qt():cs();return}if(document.body.dataset.keys==="off")return;let o=Date.now()-ts<1500?is:
ge;ts=e.key==="g"?Date.now():0;let r=o[e.key];r&&(e.preventDefault(),!(e.repeat&&!"jkJK".includes(e.key))&&(o===ge?ss(e.key):r()))});var dt=document.body.dataset,Co=crypto.getRandomValues(new Uint32Array(2)).join(""),Kc=720*60*1e3,Vc=4e4,rn=(e,t)=>e===l()?document.querySelector(`form[data-wri\
te="${t}"]`):null,Ao=e=>/\/inbox\/(\d+)\//.exec(e)[1],an=e=>!e||e===429||e>=502&&e<=504,Bo=(e,t)=>e.fields.find(([n])=>n===t)?.[1]??"";function it(e,t,n=Date.now(),o=!1){
let r=Ao(e.path),a=[...e.formData].filter(([,i])=>typeof i=="string");a.push(["event",document.getElementById("details")?.dataset.event??""]),_(r,t,{fields:a,to:e.
path,at:n,...o&&{asks:o}}),D(r);let s=rn(r,t)?.contains(document.activeElement);Te(),s&&document.querySelector(`#panel-${t} [data-unsent-edit]`)?.focus(),To()}var ls=e=>Date.
now()-e.at>Kc;function $o(e,t,n){us(e,t);let o=rn(e,t);!o||o.elements.content.value||(o.elements.content.value=Bo(n,"content"),M(o))}function us(e,t){_(e,t,null),
D(e),Te()}function fs(e,t){it({path:e.getAttribute("hx-post")??e.action,formData:new FormData(e,t?.name?t:void 0)},e.dataset.write)}function ms(e,t,n){_(e,"repl\
y",{fields:n,to:t,at:Date.now()}),D(e),Oo(e,"reply").then(()=>{S(e,"reply")&&To()})}document.addEventListener("htmx:beforeRequest",e=>{let t=e.target,n=t.dataset?.
write;if(!n)return;let o=e.detail.requestConfig;if(q()||No(Ao(o.path))){e.preventDefault(),A(""),it(o,n),sn();return}let r=Date.now(),a=new AbortController,s=(i,c)=>t.
addEventListener(i,d=>{a.abort(),c(d.detail.xhr?.status)},{signal:a.signal});for(let i of["htmx:sendError","htmx:timeout","htmx:sendAbort","htmx:responseError"])
s(i,c=>{an(c)&&it(o,n,r)});addEventListener("pagehide",()=>it(o,n,r),{signal:a.signal}),s("htmx:beforeOnLoad",i=>{i!==422||Ao(o.path)===l()||(it(o,n,r,!0),m(dt.
tAsks))})});Ut(e=>{if(!e){nn=0,sn();return}for(let t of document.querySelectorAll("form[data-write].htmx-request"))window.htmx.trigger(t,"htmx:abort")});var nn=0,
Do;function To(){clearTimeout(Do),nn=Math.min(6e4,Math.max(5e3,2*nn)),Do=setTimeout(sn,nn)}var ct=new Map;async function sn(){clearTimeout(Do);let e=new Set(Tt().
map(({id:t})=>t).sort((t,n)=>(n===l())-(t===l())));for(let t of e)await Oo(t,void 0,t===l()?0:1500);Tt().some(({id:t,kind:n})=>!S(t,n)?.asks)&&To()}var ps=e=>["\
reply","note"].map(t=>({kind:t,...S(e,t)})).filter(({fields:t,asks:n})=>t&&!n).sort((t,n)=>t.at-n.at),No=e=>ps(e)[0]?.kind;async function Oo(e,t,n=0){for(let{kind:o}of ps(
e))if(await Mo(e,o,n),o===t||No(e)===o)return}function Mo(e,t,n=0,o=!1){let r=`${e}:${t}`;return ct.has(r)||ct.set(r,Wc(e,t,n,o).finally(()=>ct.delete(r))),ct.get(
r)}addEventListener("pagehide",()=>{for(let e of ct.keys())on(...e.split(":"))});async function Uc(e,t){S(e,t)?.asks?await Mo(e,t,0,!0):await Oo(e,t)}async function Wc(e,t,n,o){
try{await new Promise(c=>{setTimeout(c,n)});let r=S(e,t);if(!o&&No(e)!==t||!r||r.asks&&!o||r.claim&&r.claim!==Co&&Date.now()-r.claimedAt<Vc)return;if(ls(r)){_(e,
t,{...r,asks:!0});return}r={...r,claim:Co,claimedAt:Date.now()},_(e,t,r);let a=new FormData;for(let[c,d]of r.fields)a.append(c,d);a.append("unattended","true");
let s=await fetch(r.to,{method:"POST",body:t==="note"?new URLSearchParams(a):a,headers:{"HX-Request":"true"},signal:AbortSignal.timeout(3e4)}),i=await s.text();
S(e,t)&&zc(e,t,r,s.status,i)}catch{on(e,t)}}function on(e,t){let n=S(e,t);n?.claim===Co&&_(e,t,{...n,claim:void 0})}function zc(e,t,n,o,r){let a=e===l();if(an(o))
on(e,t);else if(o===401)on(e,t),g();else if(o===200){let s=a&&document.getElementById(`panel-${t}`)?.contains(document.activeElement);Ot(e,t),t==="reply"&&cn(e),
us(e,t),a?window.htmx.swap("#open",r,{swapStyle:"none"}):m(dt.tSentLater),s&&P()}else if(a){let s=rn(e,t);$o(e,t,n),o===422?window.htmx.swap("#open",r,{swapStyle:"\
none"}):A(b(o,r),s)}else _(e,t,{...n,claim:void 0,asks:!0}),D(e),m(dt.tAsks)}var ds=e=>document.importNode(document.querySelector(`#composer template[data-${e}]`).
content.firstElementChild,!0);function Te(){let e=l(),t=document.getElementById("unsent");if(t)for(let n of document.querySelectorAll("form[data-write]")){let o=n.
dataset.write,r=S(e,o),a=n.parentElement.querySelector(".unsent-bar"),s=t.querySelector(`[data-kind="${o}"]`);if(n.hidden=!!r,!r){a?.remove(),s?.remove();continue}
n.elements.key.value=Bo(r,"key"),a||n.before(ds("unsent-bar")),s||(s=ds("unsent"),s.dataset.kind=o,s.classList.add(o==="note"?"note":"ours"),t.append(s));let i=s.
querySelector(".body"),c=Bo(r,"content")||r.fields.filter(([d])=>d==="attachment").map(([,d])=>d.split(" ").slice(1).join(" ")).join(", ");i.textContent!==c&&(i.
textContent=c)}}function gs(e){Te();for(let t of["reply","note"]){let n=S(e,t);n?.asks&&(ls(n)?$o(e,t,n):q()||Mo(e,t,0,!0))}}document.addEventListener("click",e=>{
let t=e.target.closest?.(".unsent-bar button");if(!t)return;let n=l(),o=t.closest('[role="tabpanel"]').querySelector("form"),r=o.dataset.write;if(t.matches("[da\
ta-unsent-now]")){Uc(n,r).then(()=>{S(n,r)&&de(dt.tStill)});return}let{content:a}=o.elements;$o(n,r,S(n,r));let s=a.value;t.matches("[data-unsent-discard]")?(a.
value="",M(o),Wt(o,dt.tDiscarded,()=>{a.value=s,o.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0})),M(o),a.focus()}),P()):a.focus()});addEventListener(
"storage",e=>{let t=Mn(e.key);if(!t)return;D(t.id);let n=rn(t.id,t.kind);n&&!e.newValue&&(n.elements.key.value=crypto.getRandomValues(new Uint32Array(4)).join("\
-")),Te()});Tt().length&&setTimeout(sn,500);var Ro=document.body.dataset,Fo=new Map,ye=e=>Fo.get(e)??[],$=()=>document.querySelector("[data-uploads]"),Po=e=>`svcx:files:${Ro.base}:${Ro.me}:${e}`;function Ho(e){
try{let t=ye(e).map(n=>n.file.name);t.length?localStorage.setItem(Po(e),JSON.stringify(t)):localStorage.removeItem(Po(e))}catch{}}function Jc(e){try{return JSON.
parse(localStorage.getItem(Po(e)))??[]}catch{return[]}}var jc=e=>e<1024*1024?`${Math.max(1,Math.round(e/1024))} KiB`:`${(e/1024/1024).toFixed(1)} MiB`;function Ne(e){
let t=$()?.querySelector('[role="status"]');t&&t.textContent!==e&&(t.textContent=e)}function Ko(e){let t=$();if(!t||e.length===0)return;if(t.dataset.takes===void 0){
Ne(t.dataset.tNone);return}De("reply");let n=l(),o=ye(n);Fo.set(n,o);let r=Number(t.dataset.maxFiles)-o.length;Ne(e.length>r?t.dataset.tMany:"");for(let a of[...e].
slice(0,Math.max(0,r))){let s={id:n,file:a,to:t.dataset.to,progress:0};o.push(s),a.size>Number(t.dataset.maxBytes)?s.refused=t.dataset.tLarge:a.size===0?s.refused=
t.dataset.tEmpty:hs(s)}Ho(n),Oe(),zt(t.closest("form"))}function hs(e){let t=new XMLHttpRequest,n=new FormData;n.append("file",e.file,e.file.name),e.request=t,e.
failed=e.refused="",e.progress=0,t.upload.addEventListener("progress",o=>{e.progress=o.lengthComputable?100*o.loaded/o.total:0,Oe(e)}),t.addEventListener("loade\
nd",()=>{if(e.request!==t||(e.request=void 0,t.status===401&&g()))return;let o=document.createElement("template");o.innerHTML=t.status===200||t.status===422?t.responseText:
"";let r=o.content.firstElementChild;t.status===200&&r?e.stored=r.dataset.id:t.status===422&&r?e.refused=r.textContent:e.failed=$()?.dataset.tFailed??Ro.tFailed,
Oe(),Vo(e.id)}),t.open("POST",e.to),t.setRequestHeader("HX-Request","true"),t.send(n)}function Xc(e){let t=ye(e.id),{request:n}=e;e.request=void 0,n?.abort();let o=t.
indexOf(e);t.splice(o,1),Ho(e.id),Ne(""),Oe(),zt($()?.closest("form")),($()?.querySelectorAll("[data-remove]")[Math.min(o,t.length-1)]??document.getElementById(
"reply"))?.focus(),Vo(e.id)}function Oe(e){let t=$();if(!t)return;let n=t.querySelector("ul"),o=ye(l());for(let r of[...n.children])o.includes(r.one)||r.remove();
for(let r of o){let a=[...n.children].find(d=>d.one===r);if(a&&e&&e!==r)continue;a||(a=document.importNode(t.querySelector("template").content.firstElementChild,
!0),a.one=r,a.querySelector("[data-name]").textContent=r.file.name,a.querySelector("[data-size]").textContent=jc(r.file.size),a.querySelector("[data-reason]").setAttribute(
"role","alert"),a.querySelector("progress").setAttribute("aria-label",r.file.name),a.querySelector("[data-remove]").addEventListener("click",()=>Xc(r)),a.querySelector(
"[data-again]").addEventListener("click",()=>{hs(r),Oe(),a.querySelector("[data-remove]").focus()}),n.append(a)),a.querySelector("[data-remove]").setAttribute("\
aria-label",(r.request?t.dataset.tCancel:t.dataset.tRemove).replace("%",()=>r.file.name)),a.querySelector("progress").hidden=!r.request,a.querySelector("progres\
s").value=r.progress,a.querySelector("[data-again]").hidden=!r.failed;let i=a.querySelector("[data-reason]");i.textContent!==(r.refused||r.failed||"")&&(i.textContent=
r.refused||r.failed||"");let c=a.querySelector("input");c.disabled=!r.stored,c.value=r.stored??""}}function ys(e){if(!$())return;Oe();let t=ye(e).length?[]:Jc(e);
Ne(dn.has(e)?$().dataset.tWaits:t.length?$().dataset.tLost.replace("%",()=>t.join(", ")):"")}function cn(e){Fo.delete(e),Ho(e)}var dn=new Map;function Vo(e){let t=dn.
get(e);if(!t)return;let n=ye(e),o=n.some(r=>r.failed||r.refused);!o&&n.some(r=>r.request)||(dn.delete(e),e===l()&&Ne(""),o?A(t.stopped):e===l()?document.querySelector(
'form[data-write="reply"]').requestSubmit(t.button?.isConnected?t.button:void 0):ms(e,t.to,[...t.fields,...n.map(r=>["attachment",r.stored])]))}document.addEventListener(
"submit",e=>{if(!e.target.matches?.('form[data-write="reply"]')||e.submitter?.hasAttribute("formaction"))return;let t=l();if(!ye(t).some(r=>r.request||r.failed||
r.refused))return;e.preventDefault(),e.stopImmediatePropagation();let o=[...new FormData(e.target,e.submitter),["event",document.getElementById("details").dataset.
event]].filter(([r])=>r!=="attachment");dn.set(t,{button:e.submitter,to:e.target.action,fields:o,stopped:$().dataset.tStopped}),Ne($().dataset.tWaits),Vo(t)},!0);
document.addEventListener("change",e=>{e.target.matches(".attach input")&&(Ko(e.target.files),e.target.value="")});document.addEventListener("paste",e=>{let t=e.
clipboardData?.files??[];e.target.id!=="reply"||t.length===0||e.clipboardData.types.includes("text/plain")||(e.preventDefault(),Ko(t))});var Uo=e=>e.dataTransfer?.
types.includes("Files"),vs=e=>e.target.closest?.(".thr")?.querySelector("#drop");function Wo(e){let t=document.getElementById("drop");t&&(t.hidden=!e)}document.
addEventListener("dragover",e=>{if(!Uo(e))return;e.preventDefault();let t=vs(e);e.dataTransfer.dropEffect=t&&$()?.dataset.takes!==void 0?"copy":"none",Wo(t)});document.
addEventListener("dragleave",e=>{Uo(e)&&!e.relatedTarget&&Wo(!1)});document.addEventListener("drop",e=>{Uo(e)&&(e.preventDefault(),Wo(!1),vs(e)&&Ko(e.dataTransfer.
files))});var _c=document.body.dataset,ws=new Intl.NumberFormat(document.documentElement.lang),Gc=CSS.supports("field-sizing","content");function lt(e){let t=e.elements.content,
n=Number(t.dataset.max),o=t.value.length>n*.8?[...t.value].length:0,r=e.querySelector("[data-length]");if(r.textContent=o>n*.8?`${ws.format(o)} / ${ws.format(n)}`:
"",r.classList.toggle("need",o>n),o>n?t.setAttribute("aria-invalid","true"):t.removeAttribute("aria-invalid"),Gc||!t.checkVisibility())return;t.rows=2;let{lineHeight:a,
paddingTop:s,paddingBottom:i}=getComputedStyle(t);t.rows=Math.max(2,Math.round((t.scrollHeight-parseFloat(s)-parseFloat(i))/parseFloat(a)))}var bs=0;document.addEventListener(
"input",e=>{let t=e.target.closest?.("form[data-write]");t&&(M(t),lt(t),Date.now()-bs>3e3&&(bs=Date.now(),fetch(`${_c.base}/inbox/${document.getElementById("ope\
n").dataset.conversationId}/typing`,{method:"POST"}).catch(()=>{})))});document.addEventListener("svcx:restored",e=>lt(e.target));window.visualViewport?.addEventListener(
"resize",()=>{let{height:e,scale:t}=window.visualViewport,n=t===1?Math.max(0,innerHeight-e):0;document.documentElement.style.setProperty("--keyboard",`${n}px`),
n&&scrollTo(0,0)});var Yc=document.body.dataset,oe=new Map;function Zc(e){let t=document.getElementById("open"),n=[...document.querySelectorAll(`.conv[data-conversation-id="${e}"]\
 .viewers`)];return t?.dataset.conversationId===e&&n.push(document.getElementById("viewers")),n.filter(Boolean)}function ut(e){for(let t of Zc(e)){let n=[...oe.
get(e)?.values()??[]].map(o=>o.cloneNode(!0));t.replaceChildren(...n)}}function ve(e){if(e)ut(e.dataset.conversationId);else for(let t of oe.keys())ut(t)}function Es(e){
if(!e){let a=[...oe.keys()];oe.clear(),a.forEach(ut);return}let{conversationId:t,user:n,on:o}=e.dataset;if(n===Yc.me)return;let r=oe.get(t)??new Map;o==="true"?
r.set(n,e):r.delete(n),r.size?oe.set(t,r):oe.delete(t),ut(t)}function xs(e,t,n){let o=oe.get(e)?.get(t);if(!o)return;o.classList.toggle("typing-now",n);let r=n?
o.dataset.typing:o.title;o.setAttribute("aria-label",r),ut(e)}var F=document.body.dataset,Ls=`svcx:told:${F.base}:${F.me}`,Ss=10*6e4;function Qc(){try{return{event:0,note:0,...JSON.parse(localStorage.getItem(Ls))}}catch{return{
event:0,note:0}}}function qs(e,t){let n=Qc();if(t<=n[e])return!1;try{localStorage.setItem(Ls,JSON.stringify({...n,[e]:t}))}catch{}return!0}var un=e=>(e??"").split(
" ").includes(F.me);function jo(e){return[...e.querySelectorAll("[data-waits]")]}function we(e){return jo(e).some(t=>!t.hidden)}var zo=new Map;function Is(e){for(let t of e.
querySelectorAll(".mention"))t.classList.toggle("me",t.dataset.user===F.me);return!un(e.dataset.mentions)||e.dataset.by.split("/")[1]===F.me?!1:(zo.set(e.dataset.
conversationId,e),!0)}function Cs(e,t){aa(e,F.me,p(e.dataset.conversationId));let{conversationId:n,handed:o,handedAt:r,event:a,assignee:s,mentions:i,hands:c,mentioned:d}=e.
dataset,u=zo.get(n);zo.delete(n);let v=n===l(),y=v&&document.visibilityState==="visible"&&document.hasFocus();for(let O of jo(e))O.hidden=y||!un(O.dataset.waits===
"mention"?i:c);if(y&&On(e),v&&(un(i)||un(c))&&Me(n),!(y||!t))if(u&&Date.now()-Number(u.dataset.at)<Ss&&qs("note",Number(u.dataset.messageId))){let O=u.querySelector(
".by b").textContent.trim();ks(e,d.replace("%",()=>O),F.tMentionedMany,"mentions",`/inbox/${n}?m=${u.dataset.messageId}#${u.id}`),Jo(e,u.id)}else o&&s===F.me&&Date.
now()-Number(r)<Ss&&qs("event",Number(a))&&(ks(e,o,F.tHandedMany,"mine",`/inbox/${n}`),Jo(e,`handed-${a}`))}var ln={view:"",at:0,n:0};function ks(e,t,n,o,r){let a=ln.
view===o&&Date.now()-ln.at<5e3?ln.n+1:1;ln={view:o,at:Date.now(),n:a};let s=document.createElement("a");s.className="btn sm",s.textContent=F.tOpen,s.href=F.base+
(a>1?`/inbox?view=${o}`:r),m(a>1?n.replace("%",a):t),a===1&&o==="mine"&&s.addEventListener("click",i=>{let c=p(e.dataset.conversationId);!c||i.ctrlKey||i.metaKey||
i.shiftKey||(i.preventDefault(),c.click())}),document.getElementById("say").append(" ",s)}function fn(e){let t=p(e);if(!(!t||!we(t))){for(let n of jo(t))n.hidden=
!0;On(t),be()}}var T=document.body.dataset,mt=(T.notify??"").split(" ").filter(Boolean),Xo=(T.signs??"").split(" "),pt=`svcx:unread:${T.base}:${T.me}`;function _o(e){let{assignee:t,
status:n}=e.dataset,o=t===""?"unassigned":t===T.me?"mine":"others";return n==="open"&&mt.includes(o)}function Re(){try{return new Set(JSON.parse(localStorage.getItem(
pt)??"[]"))}catch{return new Set}}function pn(e){try{localStorage.setItem(pt,JSON.stringify([...e].slice(-999)))}catch{}Go(e.size)}var mn=document.title;function Go(e){
if(!Xo.includes("count"))return;let t=e?`(${e}) ${mn}`:mn;document.title!==t&&(document.title=t);let n=document.querySelector('link[rel="icon"]'),o=e?T.iconNew:
T.icon;n.getAttribute("href")!==o&&n.setAttribute("href",o),(e?navigator.setAppBadge?.(e):navigator.clearAppBadge?.())?.catch(()=>{})}function gt(e){let t=Re();
t.delete(e)&&pn(t)}var Yo=new Map,As=0;function Ds(e){let t=Number(e.dataset.messageId);t<=As||(As=t,Yo.set(e.dataset.conversationId,e))}function $s(e,t){let n=e.
dataset.conversationId,o=Yo.get(n);Yo.delete(n);let r=Date.parse(e.querySelector("time")?.dateTime);if(!_o(e)&&!we(e)&&gt(n),!o||!_o(e)||Number(o.dataset.at)<r||
document.getElementById("open")?.dataset.conversationId===n&&document.visibilityState==="visible"&&document.hasFocus())return;let s=Re();s.add(n),pn(s),Ts(e,t,o.
id)}function Jo(e,t){if(!mt.includes("mine"))return;let n=Re();n.add(e.dataset.conversationId),pn(n),Ts(e,!0,t)}async function Ts(e,t,n){if(t){if(!window.SharedWorker){
let o=()=>localStorage.getItem(`${pt}:told`)===n?!1:(localStorage.setItem(`${pt}:told`,n),!0);try{if(!await(navigator.locks?navigator.locks.request("svcx-told",
o):o()))return}catch{}}Xo.includes("sound")&&td(),Xo.includes("desktop")&&ed(e)}}function ed(e){if(!window.isSecureContext||window.Notification?.permission!=="g\
ranted")return;let t=n=>e.querySelector(n)?.textContent.trim()??"";try{let n=new Notification(t(".who"),{body:`${t(".subj")}
${t(".prev")}`.trim(),tag:`svcx:${T.base}:${e.dataset.conversationId}`,icon:T.icon});n.onclick=()=>{n.close(),window.focus();let o=p(e.dataset.conversationId);o?
o.click():R(`${T.base}/inbox/${e.dataset.conversationId}`)}}catch{}}var Bs=0,ft;function td(){if(!(!navigator.userActivation?.hasBeenActive||Date.now()-Bs<3e3)){
Bs=Date.now(),ft??=new AudioContext;for(let[e,t]of[[0,660],[.12,880]]){let n=new OscillatorNode(ft,{frequency:t}),o=new GainNode(ft,{gain:0}),r=ft.currentTime+e;
o.gain.setValueAtTime(1e-4,r),o.gain.exponentialRampToValueAtTime(.12,r+.02),o.gain.exponentialRampToValueAtTime(1e-4,r+.22),n.connect(o).connect(ft.destination),
n.start(r),n.stop(r+.25)}T.rang=String(Number(T.rang??0)+1)}}function nd(){if(mt.length===0)return;let e=Re();for(let t of document.querySelectorAll(".conv"))t.
classList.contains("unread")&&_o(t)||we(t)&&mt.includes("mine")?e.add(t.dataset.conversationId):e.delete(t.dataset.conversationId);pn(e)}mt.length>0&&(new MutationObserver(
()=>{let e=document.title.replace(/^\(\d+\) /,"");e===mn&&document.title!==e||(mn=e,Go(Re().size))}).observe(document.head,{childList:!0,subtree:!0,characterData:!0}),
addEventListener("storage",e=>{e.key===pt&&Go(Re().size)}),nd());function Qo(){let e=document.querySelector("#fill dialog");!e||e.matches(":modal")||(e.removeAttribute("open"),e.showModal(),Ns(e.querySelector("[aria-invalid]")??
e.querySelector("[autofocus]")))}function Ns(e){e?.focus(),e?.ariaInvalid&&e.select?.()}Qo();function er(){let e=document.getElementById("details");if(!e?.matches(
":popover-open"))return()=>{};let t=e.dataset.while;if(t&&!document.getElementById(t)?.matches(":popover-open"))return()=>{};let n=e.contains(document.activeElement)?
document.activeElement.getAttribute("popovertarget"):"";return()=>{let o=document.querySelector("#thead .show-d");o.focus({preventScroll:!0});let r=document.getElementById(
"details");t&&(r.dataset.while=t),r.showPopover({source:o}),n&&r.querySelector(`[popovertarget="${n}"]`)?.focus()}}var re=history.state?.details;document.addEventListener(
"toggle",e=>{if(e.target.id!=="details"||ne())return;let t={details:e.newState};if(re)history.replaceState(t,"");else if(e.newState==="open")history.pushState(t,
"");else return;re=e.newState},!0);addEventListener("popstate",e=>{let t=re;re=e.state?.details,!(!t||re)&&(e.stopImmediatePropagation(),t==="closed"?history.back():
document.getElementById("details")?.hidePopover())});document.addEventListener("htmx:beforeHistoryUpdate",e=>{re&&(e.detail.history.type="replace"),re=void 0});
re==="open"&&!ne()&&document.getElementById("details")?.showPopover();var Os=!1,Zo;document.addEventListener("htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="d\
etails"&&(Zo=er()),e.detail.target.id!=="fill")return;let t=e.detail.target.querySelector("dialog[open]");Os=!!t,t?.close()});document.addEventListener("htmx:oo\
bAfterSwap",e=>{e.detail.target.id==="fill"&&(Qo(),Os&&!document.querySelector("#fill dialog")&&P()),e.detail.target.id==="details"&&(Zo?.(),Zo=void 0,Ns(document.
querySelector("#details form.editing [aria-invalid]")))});document.addEventListener("htmx:afterSwap",Qo);document.addEventListener("click",e=>{let t=e.target.closest?.(
"dialog:modal [data-close]");t&&(e.preventDefault(),t.closest("dialog").close());let n=e.target.closest?.("[data-opens]");if(n){e.preventDefault();let o=n.closest(
"[popover]"),r=document.querySelector(`[popovertarget="${o.id}"]`);o.hidePopover(),document.getElementById(n.getAttribute("popovertarget")).showPopover({source:r})}});
document.addEventListener("keydown",e=>{e.key!=="Enter"||e.altKey||!e.target.matches?.("#fill select")||(e.preventDefault(),e.target.form.requestSubmit())});document.
addEventListener("submit",e=>e.target.classList?.remove("editing"),!0);document.addEventListener("keydown",e=>{e.key!=="Enter"||!(e.ctrlKey||e.metaKey)||!e.target.
matches?.("#field-content")||(e.preventDefault(),e.target.form.requestSubmit())});var ht=new Set,Ms=(e,t)=>Number(e.dataset.tried)<Number(t.dataset.tried);document.addEventListener("htmx:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;t.
matches(".dlv")&&Ms(n.firstElementChild,t)&&(e.detail.shouldSwap=!1)});async function Rs(e,t){let n=await fetch(t,{headers:{"HX-Request":"true"}});if(!n.ok)throw new Error(
n.status);let o=new DOMParser().parseFromString(await n.text(),"text/html"),[r,a]=[document.getElementById(e),o.getElementById(e)];r&&a&&ht.has(e)&&!Ms(a,r)&&Fs(
r,document.importNode(a,!0))}var tr;document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.(".dlv");tr=t?.contains(document.activeElement)?t.
id:void 0});var Ps=e=>tr===e&&(document.activeElement===document.body||document.getElementById(e)?.contains(document.activeElement));document.addEventListener("\
htmx:oobAfterSwap",e=>{let{id:t}=e.detail.target;tr&&Ps(t)&&document.getElementById(t).querySelector("a").focus()});function Fs(e,t){let n=e.contains(document.activeElement)||
Ps(e.id);e.replaceWith(t),w(t),window.htmx.process(t),n&&t.querySelector("a").focus()}document.addEventListener("click",async e=>{let t=e.target.closest?.("a[da\
ta-attempts]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;e.preventDefault();let n=t.closest(".dlv"),o=n.querySelector(".attempts");if(o){ht.delete(n.id),o.
remove();return}ht.add(n.id);try{await Rs(n.id,t.href)}catch{R(t.href)}});document.addEventListener("htmx:configRequest",e=>{e.target.closest(".dlv")&&!e.detail.
path.includes("?")&&(e.detail.path+=document.querySelector("#thead .back").search)});var nr=e=>!!e.querySelector(":is(.failed, .waits):not([hidden])"),od=12e4;setInterval(
()=>{let e=!1;for(let t of document.querySelectorAll(".conv .waits[hidden]"))t.hidden=Date.now()-Number(t.dataset.since)<od,e||=!t.hidden;e&&be()},1e4);function or(e){
let{conversationId:t,failed:n,waits:o}=e.dataset,r=document.querySelector(`.conv[data-conversation-id="${t}"]`);r&&(r.querySelector(".failed").hidden=n!=="true",
o!=="true"&&r.querySelector(".waits")?.remove(),document.querySelector('#list[data-view="undelivered"]')&&r.parentElement.classList.toggle("gone",!nr(r))),(n===
"true"||[...document.querySelectorAll("a[data-quiet]")].some(i=>!i.hidden))&&be();let a=document.getElementById(e.id);if(!a){document.querySelector(`#m-${e.dataset.
messageId} > div`)?.append(e),window.htmx.process(e);return}let s=a.querySelector(".attempts");s&&(ht.add(e.id),e.append(s)),Fs(a,e),ht.has(e.id)&&Rs(e.id,e.querySelector(
"a").href).catch(()=>{})}var Hs=e=>[...e].map(t=>t.length>1?t:t.normalize("NFD")[0].toLowerCase()).join(""),rd=e=>e!==void 0&&/[\p{L}\p{N}]/u.test(e),Ks=()=>Hs(document.getElementById("\
list")?.dataset.q??"").split(/[^\p{L}\p{N}]+/u).filter(Boolean),ad="#rows :is(.who, .subj, .prev), #thead h2, .det :is(.strong, dd)";function sd(e,t){let n=Hs(e.
data);return n.length!==e.data.length?[]:t.flatMap(o=>{let r=[];for(let a=n.indexOf(o);a>=0;a=n.indexOf(o,a+o.length)){if(rd(n[a-1]))continue;let s=new Range;s.
setStart(e,a),s.setEnd(e,a+o.length),r.push(s)}return r})}function gn(){if(!window.Highlight)return;let e=Ks(),t=[];for(let n of e.length?document.querySelectorAll(
ad):[]){if(n.querySelector(".hit"))continue;let o=document.createTreeWalker(n,NodeFilter.SHOW_TEXT);for(;o.nextNode();)t.push(...sd(o.currentNode,e))}t.length?CSS.
highlights.set("found",new Highlight(...t)):CSS.highlights.delete("found")}function Vs(){gn();let e=document.getElementById("thread"),t=document.getElementById(
location.hash.slice(1)),n=[...(t??e)?.querySelectorAll(".hit")??[]];if(!e||!n.length)return;let{top:o,bottom:r}=e.getBoundingClientRect(),a=s=>s.getBoundingClientRect().
bottom<r&&s.getBoundingClientRect().top>o;n.some(a)||n.at(t?0:-1).scrollIntoView({block:"center"})}Vs();document.addEventListener("htmx:afterSettle",e=>{e.target.
id==="open"?Vs():Ks().length&&gn()});var Us=e=>[Date.parse(e.querySelector("time").dateTime),Number(e.dataset.conversationId)];function id(e,t){let[n,o]=Us(e),[r,a]=Us(t);return n<r||n===r&&o<a}function rr(e){
let t=e.querySelector(".conv"),n=document.getElementById("rows"),o=[...n.children].find(r=>r!==e&&(r.matches(".more")||id(r.querySelector(".conv"),t)));return o?.
matches(".more")?n.contains(e):(o?o.previousElementSibling!==e&&o.before(e):n.append(e),!0)}function ar(e){for(let r of e.querySelectorAll("span[data-count]"))for(let a of document.
querySelectorAll(`span[data-count="${r.dataset.count}"]`))a.textContent=r.textContent;let t=[...document.querySelectorAll("a[data-quiet]")].filter(r=>{let{textContent:a,
dataset:s}=r.querySelector(".n"),i=a==="0",c=document.querySelector(`#list[data-view="${s.count}"]`);return r.hidden!==(r.matches("#list *")?i||!!c:i&&!c)});if(!t.
length)return;let n=document.getElementById("list-scroll"),o=n?.getBoundingClientRect().top;for(let r of t)r.hidden=!r.hidden;n?.scrollTop&&(n.scrollTop+=n.getBoundingClientRect().
top-o)}function Ws(){let e=document.getElementById("list");if(!e)return"";let t=new URLSearchParams(location.search);return t.set("view",e.dataset.view),`?${t}`}
async function sr(e){let t=Ws(),n=await fetch(`${e}/counts${t}`);if(!n.ok)throw new Error(n.status);let o=new DOMParser().parseFromString(await n.text(),"text/h\
tml");Ws()===t?ar(o):await sr(e)}var x=document.body.dataset,Ee=()=>document.getElementById("list"),dr=()=>document.getElementById("rows"),L=()=>document.getElementById("open")?.dataset.conversationId??
"",p=e=>document.querySelector(`.conv[data-conversation-id="${e}"]`);function xt(e,t){let n=e.querySelector(".cnt");n.hidden=t===0,n.querySelector(".n").textContent=
t,e.classList.toggle("unread",t>0)}var fr=e=>e.classList.contains("unread")?Number(e.querySelector(".cnt .n").textContent):0;function ae(e){let t=document.createElement(
"template");t.innerHTML=e;let n=t.content.firstElementChild;return w(t.content),n}function mr(e){let t=document.getElementById("messages"),n=e.matches("article");
if(!t||n&&e.dataset.conversationId!==L())return;let o=document.getElementById(e.id);if(o&&!n)return;if(window.htmx.process(e),o){o.classList.contains("cont")&&e.
classList.add("cont"),o.replaceWith(e);return}let{earlier:r,later:a}=document.getElementById("thread").dataset;if(a!==void 0)return;let s=Number(e.dataset.at),i=[
...t.querySelectorAll("[data-at]")],c=i.find(y=>Number(y.dataset.at)>s);if(c&&c===i[0]&&r!==void 0)return;if(c){c.before(e),n||c.classList.remove("cont");return}
let d=i.at(-1),u=document.getElementById("sending"),v=y=>u?u.before(y):t.append(y);if(!d||Je(new Date(Number(d.dataset.at)))!==Je(new Date(s))){let y=document.createElement(
"div");y.className="day",y.textContent=Je(new Date(s)),(d||t.children.length===0)&&v(y)}else n&&d===t.lastElementChild&&d.dataset.by===e.dataset.by&&s-Number(d.
dataset.at)<3e5&&e.classList.add("cont");v(e)}var vt,zs;function Me(e){vt=e,pr()}var _s=()=>document.visibilityState==="visible"&&document.hasFocus();function pr(){
if(!vt||!_s())return;let e=vt;if(vt=void 0,e!==L())return;let t=p(e);t&&xt(t,0),clearTimeout(zs),zs=setTimeout(()=>fetch(`${x.base}/inbox/${e}/read`,{method:"PO\
ST"}).catch(()=>{vt??=e}),300)}document.addEventListener("visibilitychange",pr);addEventListener("focus",pr);function Gs(e){let{conversationId:t,author:n}=e.dataset,
o=document.getElementById(e.id);fd(t),mr(e),n==="customer"&&!o&&Me(t)}function cd(e){let t=e.dataset.conversationId,n=e.dataset.author==="customer",o=document.getElementById(
e.id);n?Ds(e):Is(e);let r=t===L()&&_s();t===L()&&Gs(e);let a=p(t);a&&n&&!o&&!r&&Number(e.dataset.at)>=Date.parse(a.querySelector("time").dateTime)&&xt(a,fr(a)+1)}
function ir(e){let t=Ee().dataset,n=e.dataset,o=t.view==="resolved"||t.view==="closed"?t.view:"open";return t.view==="undelivered"&&!nr(e)||t.view==="mentions"&&
!e.dataset.mentions?.split(" ").includes(x.me)&&!p(e.dataset.conversationId)?!1:(["all","undelivered","mentions"].includes(t.view)||n.status===o)&&!(t.view==="m\
ine"&&n.assignee!==x.me)&&!(t.view==="unassigned"&&n.assignee!=="")&&(!t.category||n.category===t.category)&&(!t.channel||n.channel===t.channel)&&(!t.assignee||
n.assignee===t.assignee)&&(!t.tag||n.tags.split(`
`).includes(t.tag))}function yn(){let e=document.getElementById("list-scroll");return e.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)}
var dd=200,Js;function ld(){dr().children.length<=dd||(Js??=setTimeout(()=>{Js=void 0,Ee()&&yn()&&xe()},2e3))}var bt=new Set;function lr(){let e=document.getElementById(
"news");e&&(e.hidden=bt.size===0,e.firstElementChild.textContent=x.tNewRows.replace("%",bt.size))}function ud(e,t){let n=e.firstElementChild,o=n.dataset.conversationId;
$s(n,t);let r=n.querySelector(".prev[data-own]");r&&r.dataset.by===x.me&&(r.textContent=r.dataset.own),Cs(n,t),n.dataset.assignee===x.me&&n.querySelector(".end \
.av")?.remove();let a=p(o);if((!a||we(a)!==we(n)||a.dataset.status!==n.dataset.status||a.dataset.assignee!==n.dataset.assignee)&&be(),!!Ee()){if(Qs(n),n.search=
location.search.replace(/([?&])(before|after|m|tab)=[^&]*/g,"$1"),a){xt(n,fr(a)),a.hasAttribute("aria-current")&&n.setAttribute("aria-current","true");let i=a===
document.activeElement,c=a.parentElement;if(!ir(n)&&yn()&&o!==L()){c.remove();return}c.classList.toggle("gone",!ir(n)),ia(n,a),a.replaceWith(n),window.htmx.process(
c),c.querySelector(".sel").ariaLabel=e.querySelector(".sel").ariaLabel,ve(n),i&&n.focus(),D(o),gn(),Ee().dataset.sort==="newest"&&yn()&&o!==L()&&rr(c);return}if(!ir(
n)||Ee().dataset.q){bt.delete(o),lr();return}if(yn()&&Ee().dataset.sort==="newest"){if(!rr(e))return;document.querySelector("#list .blank")?.remove(),window.htmx.
process(e),ve(n),D(o),o!==L()&&Ys(o),ld()}else bt.add(o),lr()}}var yt=new Set,js;function Ys(e){yt.add(e),js??=setTimeout(async()=>{js=void 0;let t=[...yt].slice(
0,50);for(let n of t)yt.delete(n);try{let n=await fetch(`${x.base}/unread?${t.map(o=>`id=${o}`).join("&")}`);for(let o of ae(await n.text()).children){let r=p(o.
dataset.conversationId);r&&xt(r,Math.max(fr(r),Number(o.textContent)))}}catch{}yt.size&&Ys([...yt][0])},100)}var Zs=()=>document.querySelector("#details [popove\
r]:popover-open, #details form.editing"),Et=!1;function Qs(e){if(e.dataset.conversationId!==L())return;let t=document.getElementById("details").dataset;(document.
querySelector("#summary .sum")||["status","assignee","category","priority","tags","event","summary"].some(n=>t[n]!==e.dataset[n]))&&gr()}function gr(){Et=!!Zs(),
Et||window.htmx.ajax("GET",`${x.base}/inbox/${L()}/parts${location.search?`${location.search}&`:"?"}event=${document.getElementById("details").dataset.event}`,{
source:"#open",target:"#thead",swap:"none"})}var hr=!1,ei=e=>{hr=!!e.target.closest?.("#thead button, #details button")},yr=()=>setTimeout(()=>{hr=!1,Et&&L()&&gr()});
document.addEventListener("pointerdown",ei,!0);document.addEventListener("keydown",e=>{e.key===" "&&ei(e)},!0);document.addEventListener("keyup",e=>{e.key===" "&&
yr()},!0);for(let e of["pointerup","pointercancel","dragend"])document.addEventListener(e,yr,!0);addEventListener("blur",yr);document.addEventListener("htmx:oob\
BeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(!["thead","details"].includes(t.id))return;let o=Number(n.querySelector("[data-event]")?.dataset.event)<Number(
t.dataset.event);!o&&!hr&&!(t.id==="details"&&Zs())||(e.detail.shouldSwap=!1,o||(Et=!0))});document.addEventListener("toggle",e=>{Et&&e.newState==="closed"&&L()&&
gr()},!0);var vr;async function ti(){vr=void 0;try{await sr(x.base)}catch{}}function be(){vr??=setTimeout(ti,1e3+Math.random()*4e3)}document.addEventListener("h\
tmx:afterRequest",e=>{!e.detail.successful||e.detail.requestConfig.verb!=="post"||(clearTimeout(vr),ti())});var cr=new Map;function wr(e){let{conversationId:t,user:n,
role:o,on:r,at:a}=e.dataset;if(n===x.me)return;xs(t,n,r==="true");let s=`${t}/${n}/${o}`;clearTimeout(cr.get(s)),cr.delete(s),document.getElementById("typing")?.
querySelector(`[data-key="${s}"]`)?.remove();let i=p(t);if(i?.classList.remove("types"),r==="true"){if(t===L()){let c=e.cloneNode(!0);c.dataset.key=s,document.getElementById(
"typing").append(c)}o==="customer"&&i?.classList.add("types"),cr.set(s,setTimeout(()=>wr(ni(e)),Math.min(Math.max(500,Number(a)-Date.now()),15e3)))}}function ni(e){
let t=e.cloneNode(!0);return t.dataset.on="false",t}function fd(e){for(let t of document.querySelectorAll("#typing .typing"))t.dataset.conversationId===e&&wr(ni(
t))}function md(e){let{conversationId:t,user:n}=e.dataset,o=p(t);n===x.me&&(gt(t),fn(t),o&&xt(o,0))}var Pe,hn=!1;async function xe(){if(!Ee()){be();return}if(Pe){
hn=!0;return}Pe=[];try{let{href:e}=location,t=await fetch(e,{headers:{Accept:"text/html","X-Svcx-Parts":"1"}});if(t.status===429||t.status>=500)throw new Error(
t.status);if(t.redirected||!t.ok){location.reload();return}let n=new DOMParser().parseFromString(await t.text(),"text/html");location.href===e?pd(n):hn=!0;let{sequence:o}=n.
body.dataset,r=Pe.filter(a=>a.id>Number(o));Pe=void 0;for(let a of r)ri[a.name](a)}catch{setTimeout(xe,2e3)}finally{Pe=void 0}hn&&(hn=!1,await xe())}function pd(e){
let t=document.activeElement?.id,n=document.activeElement?.closest?.("#rows > li")?.querySelector(".conv").dataset.conversationId,o=document.activeElement?.matches(
".sel")?".sel":".conv";for(let a of["rows","thread","thead","details","summary"]){let s=e.getElementById(a),i=document.getElementById(a);if(!s||!i||i.contains(document.
activeElement)&&a==="details")continue;let c=[...document.querySelectorAll(".scroll")].map(u=>[u,u.scrollTop]),d=document.importNode(s,!0);if(w(d),a==="thread"){
for(let u of["data-earlier","data-later"])i.toggleAttribute(u,s.hasAttribute(u));i.replaceChildren(...d.childNodes)}else{let u=a==="details"?er():void 0;i.replaceWith(
d),u?.()}window.htmx.process(document.getElementById(a));for(let[u,v]of c)u.scrollTop=v}ar(e);let r=document.querySelector("#list .blank");dr().children.length?
r?.remove():!r&&e.querySelector("#list .blank")&&dr().before(document.importNode(e.querySelector("#list .blank"),!0)),bt=new Set,lr(),w(),_e(),Te(),Number(e.getElementById(
"open")?.dataset.unread)>0&&Me(L()),ve(),t&&document.activeElement?.id!==t&&document.getElementById(t)?.focus(),n&&p(n)?.parentElement.querySelector(o).focus()}
var wn=[];document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(wn=[])});function oi(){let e=wn.filter(t=>t.id>Number(document.getElementById(
"open")?.dataset.sequence));wn=[];for(let{name:t,data:n}of e){let o=ae(n);if(t==="conversation")Qs(o.firstElementChild);else{if(o.dataset.conversationId!==L())continue;
t==="delivery"?or(o):t==="message"&&Gs(o)}}}var ri={message:e=>cd(ae(e.data)),conversation:e=>ud(ae(e.data),e.tells),delivery:e=>or(ae(e.data)),viewing:e=>Es(e.
data&&ae(e.data)),typing:e=>wr(ae(e.data)),read:e=>md(ae(e.data)),reset:xe},Xs;function vn(e){let t=document.getElementById("connection");clearTimeout(Xs),Ea(e),
e==="open"?t.textContent="":e==="silent"?t.textContent=x.tOffline:t.textContent||(Xs=setTimeout(()=>{t.textContent=x.tOffline},1e3)),e==="out"&&g()}async function gd(){
for(;!await Ye();)vn("silent"),await new Promise(e=>{setTimeout(e,2e3)});location.reload()}var ur,wt=()=>ur?.({open:L(),visible:document.visibilityState==="visi\
ble"&&document.hasFocus()});function ai(){let e=Number(x.sequence),t=n=>{n.state?vn(n.state):ri[n.name]?.(n),n.id>0&&n.name!=="reset"&&(Pe?.push(n),Ge()&&wn.push(
n))};if(document.getElementById("news")?.addEventListener("click",xe),window.SharedWorker){let{port:n}=new SharedWorker(x.worker,{type:"module",name:"svcx"});n.
onmessage=({data:o})=>t(o),n.postMessage({base:x.base,since:e}),ur=o=>n.postMessage({look:o}),addEventListener("pagehide",()=>n.postMessage({})),addEventListener(
"pageshow",o=>{o.persisted&&gd()})}else import("./stream.js").then(({connect:n})=>{ur=n(x.base,e,t).look,wt()});wt();for(let n of["visibilitychange","focus","bl\
ur"])(n==="visibilitychange"?document:window).addEventListener(n,wt);addEventListener("offline",()=>vn("lost")),addEventListener("online",()=>vn("open"))}function hd(e){let t=e.elements.seen;if(!e.elements.content.value)delete e.dataset.begun;else if(t&&!e.dataset.begun){e.dataset.begun="true";let n=[...document.
querySelectorAll("#messages article[data-message-id]")].at(-1);n&&document.getElementById("thread").dataset.later===void 0&&(t.value=n.dataset.messageId)}}document.
addEventListener("input",e=>{let t=e.target.closest?.("form[data-write]");t&&hd(t)});function si(){for(let e of document.querySelectorAll("form[data-write]"))e.
elements.content.value&&(e.dataset.begun="true")}var qt=document.body.dataset,yd=5e3,St;function xr(){if(!St)return;let e=St;St=void 0,clearTimeout(e.timer);let t=document.getElementById("waiting"),n=t?.contains(
document.activeElement);return t?.remove(),e.form.inert=!1,n&&e.form.elements.content.focus(),e.form.classList.remove("waits"),e}function br(){let e=xr();if(!e)
return;let t=document.createElement("input");t.type="hidden",t.name=e.button?.name??"",t.value=e.button?.value??"",t.name&&e.form.append(t),e.go(),t.remove()}function vd(e){
let t=document.createElement("div");t.id="waiting",t.className="banner waiting";let n=document.createElement("span");n.className="grow",n.setAttribute("role","s\
tatus");let o=document.createElement("button");o.className="btn sm",o.type="button",o.textContent=qt.tUndo,o.dataset.undo="",o.addEventListener("click",xr),t.append(
n,o),e.before(t),n.textContent=qt.tSending,o.focus()}var Er=e=>`svcx:left:${qt.base}:${qt.me}:${e}`,Fe;function ci(e){Fe?.disconnect(),Fe=void 0,!(!e||ii(e))&&(Fe=
new MutationObserver(()=>{ii(e)&&(Fe?.disconnect(),Fe=void 0)}),Fe.observe(document.getElementById("messages"),{childList:!0}))}function ii(e){try{let t=localStorage.
getItem(Er(e));if(!t)return!0;let n=document.querySelector('form[data-write="reply"]').elements.content,o=[...document.querySelectorAll('#messages article[data-\
author="agent"] .body')].at(-1)?.textContent.trim();if(n.value.trim()===t&&o!==t)return!1;if(localStorage.removeItem(Er(e)),n.value.trim()!==t)return!0;n.value=
"",setTimeout(()=>n.dispatchEvent(new Event("input",{bubbles:!0})))}catch{}return!0}qt.undoSend&&(document.addEventListener("htmx:confirm",e=>{let t=e.target;if(!t.
matches?.('form[data-write="reply"]')||e.detail.triggeringEvent?.type!=="submit"||!t.elements.content.value.trim()&&!t.querySelector("[name=attachment]:enabled")||
(e.preventDefault(),St))return;t.inert=!0,t.classList.add("waits");let n=e.detail.triggeringEvent.submitter;St={form:t,button:n,go:()=>e.detail.issueRequest(!0),
timer:setTimeout(br,yd)},vd(t)}),document.addEventListener("htmx:beforeSwap",e=>{e.detail.target?.id==="open"&&br()}),document.addEventListener("htmx:oobBeforeS\
wap",e=>{e.detail.target.id==="composer"&&br()}),addEventListener("pagehide",()=>{let e=xr();if(!e)return;if(q()){fs(e.form,e.button);return}let t=new FormData(
e.form,e.button?.name?e.button:void 0);try{localStorage.setItem(Er(document.getElementById("open").dataset.conversationId),e.form.elements.content.value.trim())}catch{}
fetch(e.form.getAttribute("hx-post")??e.form.action,{method:"POST",body:t,keepalive:!0,headers:{"HX-Request":"true"}}).catch(()=>{})}));var He=document.body.dataset,li=`svcx:undone:${He.base}:${He.me}`,Se=new Map,bn=new WeakMap,di=new WeakSet,ui=e=>e>0&&e<500&&e!==429,kr=e=>[...e.elements].filter(
t=>t.name&&!t.matches("button")),En=e=>JSON.stringify([new URL(e.getAttribute("action")??"",location).pathname,kr(e).map(({name:t})=>t)]);function fi(e,t){return e.
querySelector("[aria-multiselectable]")?t?.value||e.elements.typed?.value.trim():""}function wd(e,t){let n=kr(e).filter(({name:o,type:r})=>r==="hidden"&&o!=="ke\
y"&&!o.startsWith("was."));return JSON.stringify([En(e),n.map(({value:o})=>o),fi(e,t)])}function Sr(e){let t=e.cloneNode(!0);for(let n of t.querySelectorAll('[a\
ria-hidden="true"], .sr'))n.remove();return e.ariaLabel||t.textContent.trim()}function bd(e,t){let n=fi(e,t),o=n?e.querySelector('[role="listbox"]'):t?.closest(
'[role="listbox"]');if(o)return He.tChoice.replace("%a",()=>o.ariaLabel??"").replace("%b",()=>n||Sr(t));let r=e.querySelectorAll(".field label");return r.length===
1?Sr(r[0]):t?Sr(t):""}document.addEventListener("htmx:beforeRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e;if(e.defaultPrevented||!t.matches("form")||
t.dataset.write||o.verb!=="post")return;let r=o.triggeringEvent?.submitter;if(bn.set(n,{id:t.closest("#open")?l():"",kind:En(t),form:t,submitter:r&&{name:r.name,
value:r.value},what:wd(t,r),name:bd(t,r),sent:[...o.formData].filter(([,a])=>typeof a=="string")}),!di.has(t)){di.add(t);for(let a of["htmx:sendError","htmx:tim\
eout","htmx:responseError"])t.addEventListener(a,Ed);t.addEventListener("htmx:beforeOnLoad",a=>{let s=bn.get(a.detail.xhr);s&&ui(a.detail.xhr.status)&&qr(s.what)})}});
var Lr=e=>bn.has(e)&&!ui(e.status);function Ed({detail:{xhr:e}}){let t=bn.get(e);if(!t||!Lr(e))return;let n=Se.get(t.what)?.bar.contains(document.activeElement);
t.text=b(e.status,e.responseText);let o=mi(t);pi(),Cr(),document.querySelector("#details:popover-open")?.hidePopover(),n&&o.querySelector("button").focus(),o.checkVisibility()||
de(o.firstElementChild.textContent)}function mi(e){Se.get(e.what)?.bar.remove();let t=Ir(e.text,e.name,()=>Ar({...e,gone:()=>qr(e.what)}));t.classList.add("undo\
ne");let n=document.createElement("button");return n.className="btn ghost sm",n.type="button",n.textContent=He.tDismiss,n.addEventListener("click",()=>qr(e.what)),
t.append(n),Se.set(e.what,{one:e,bar:t}),t}function pi(){try{sessionStorage.setItem(li,JSON.stringify([...Se.values()].map(({one:{form:e,...t}})=>t).filter(({id:e})=>e)))}catch{}}
try{for(let e of JSON.parse(sessionStorage.getItem(li))??[])mi(e)}catch{}function Ir(e,t,n){let o=document.createElement("div");o.className="banner bad",o.setAttribute(
"role","alert");let r=document.createElement("span");if(r.className="grow",t){let[a,s]=He.tNamed.split("%"),i=document.createElement("bdi");i.textContent=t,r.append(
a,i,`${s} `)}if(r.append(e),o.append(r),n){let a=document.createElement("button");a.className="btn sm",a.type="button",a.textContent=He.tAgain,a.addEventListener(
"click",n),o.append(a)}return o}function qr(e){let t=Se.get(e)?.bar;Se.delete(e)&&pi();let n=t?.contains(document.activeElement);t?.remove(),n&&P()}function Cr(){
let e=document.getElementById("alert");for(let{one:{id:t},bar:n}of Se.values())e&&n.parentElement!==e&&(!t||t===l())&&e.append(n)}document.addEventListener("htm\
x:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(t.id!=="alert"||!t.querySelector(":scope > .undone"))return;e.detail.shouldSwap=!1;for(let r of t.querySelectorAll(
":scope > :not(.undone)"))r.remove();let o=[...n.querySelectorAll("#alert > *")];t.prepend(...o);for(let r of o)window.htmx.process(r)});function Ar({form:e,submitter:t,
sent:n=[],gone:o,...r}){let a=e?.isConnected?e:[...document.forms].find(c=>En(c)===(r.kind??En(e)));if(a&&a!==e)for(let c of kr(a)){let d=n.find(([u])=>u===c.name)?.[1];
d!==void 0&&c.name!=="key"&&c.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')&&(c.value=d)}let s=({name:c,value:d})=>c===
t.name&&d===t.value,i=t&&[...a?.elements??[]].find(c=>c.matches("button")&&s(c));if(i)i.click();else if(a&&t?.name==="add"&&![...a.elements].some(c=>c.name==="r\
emove"&&c.value===t.value)){let c=document.createElement("button");Object.assign(c,{type:"submit",role:"option",...t}),a.querySelector('[role="listbox"]').append(
c),c.click(),c.remove()}else a&&!t?.name?a.requestSubmit():o()}var xd={"rt-image":"img","rt-audio":"audio","rt-video":"video"},gi="a:is(.rt-image, .rt-audio, .rt-video)";function hi(e){let t=document.createElement(xd[e.classList[0]]);
t.className="rt-shown",e.dataset.width&&t.setAttribute("width",e.dataset.width),e.dataset.height&&t.setAttribute("height",e.dataset.height),t.localName==="img"?
(t.alt=e.textContent,t.tabIndex=-1):(t.controls=!0,t.setAttribute("aria-label",e.textContent)),t.src=e.getAttribute("href"),t.addEventListener("error",()=>t.replaceWith(
e),{once:!0});let n=e===document.activeElement;e.replaceWith(t),n&&t.focus()}var yi=e=>e.parentElement.classList.add("lost");document.addEventListener("error",e=>{
e.target.matches?.(".shot img")&&yi(e.target)},!0);for(let e of document.querySelectorAll(".shot img"))e.complete&&!e.naturalWidth&&yi(e);document.addEventListener(
"click",e=>{let t=e.target.closest?.("[data-show-media]");if(t){for(let o of t.closest("article").querySelectorAll(gi))hi(o);t.remove();return}let n=e.target.closest?.(
gi);!n||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),hi(n))});var B=()=>document.getElementById("mentions"),H=()=>document.getElementById("note"),Tr=()=>[...B().querySelectorAll('[role="option"]')],Sd=()=>Tr().filter(e=>!e.
hidden),xn=()=>B().querySelector('[aria-selected="true"]'),kt=e=>e.normalize("NFD").replace(/\p{M}/gu,"").toLowerCase(),X=-1,qe=-1,Br;function qd(){return Br=(async()=>{
let e=await fetch(B().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&g(),!e.ok)throw new Error(b(e.status,await e.text()));let t=document.createElement(
"template");t.innerHTML=await e.text(),document.getElementById("mentions-list").replaceWith(t.content.firstElementChild)})(),Br}function Dr(){let{value:e,selectionStart:t,
selectionEnd:n}=H();if(t!==n)return;let o=/(?:^|[^\p{L}\p{N}_])@([^\n@]{0,64}(?:(?<=\S)@[^\s@]{0,64})?)$/u.exec(e.slice(0,t));return o&&{at:t-o[1].length-1,name:o[1]}}
function kd(e){let t=kt(e.trim()),n;for(let o of Tr()){let r=kt(o.textContent);o.hidden=!r.includes(t);let a=o.hidden?0:kt(o.dataset.name)===t?3:r.split(/\s+/).
some(s=>s.startsWith(t))?2:1;a>(n?.rank??0)&&(n={rank:a,option:o})}B().hidden=!n,vi(/\s$/.test(e)?void 0:n?.option)}function vi(e){for(let t of Tr())t.setAttribute(
"aria-selected",String(t===e));e?.scrollIntoView({block:"nearest"}),e?H().setAttribute("aria-activedescendant",e.id):H().removeAttribute("aria-activedescendant")}
function ke(){X=-1,B()&&(B().hidden=!0,H().removeAttribute("aria-activedescendant"),H().removeAttribute("aria-controls"))}async function Nr(){$r();let e=Dr();if((!e||
e.at!==qe)&&(qe=-1),!e||e.at===qe){ke();return}X<0&&(H().setAttribute("aria-controls","mentions-list"),qd().catch(n=>{ke(),A(n instanceof TypeError?b():n.message)})),
X=e.at;try{await Br}catch{return}let t=B()&&Dr();t&&t.at===X&&kd(t.name),$r()}function wi(e){let t=H(),n=Dr();if(!n)return;qe=n.at;let o=t.selectionEnd,r=`@${e.
dataset.mention}${/^\s/.test(t.value.slice(o))?"":" "}`;t.focus(),t.setSelectionRange(n.at,o),document.execCommand("insertText",!1,r)||(t.setRangeText(r,n.at,o,
"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),ke()}function $r(){let e=document.querySelector("[data-which]");if(!e||!B())return;let{value:t}=H(),o=[
...new Set([...B().querySelectorAll("[data-shared]")].map(s=>s.dataset.name))].map(s=>({name:s,at:kt(t).search(new RegExp(`(?<![\\p{L}\\p{N}_])@${kt(s).replace(
/[\\^$.*+?()[\]{}|/-]/g,"\\$&")}(?![\\p{L}\\p{N}_@])`,"u"))})).find(s=>s.at>=0&&(B().hidden||s.at!==X)),r=o?e.dataset.which.replace("%",()=>o.name):"";if(e.textContent===
r||(e.replaceChildren(),!r))return;let a=document.createElement("button");a.type="button",a.className="link",a.textContent=r,a.addEventListener("click",()=>{let s=H(),
i=s.value.toLowerCase().indexOf(`@${o.name.toLowerCase()}`)+o.name.length+1;qe=-1,s.focus(),s.setSelectionRange(i,i),Nr()}),e.append(a)}document.addEventListener(
"input",e=>{e.target.id==="note"&&!e.isComposing&&B()&&Nr()});document.addEventListener("compositionend",e=>{e.target.id==="note"&&B()&&Nr()});document.addEventListener(
"keydown",e=>{if(X<0||e.target!==H()||B().hidden||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||e.shiftKey)return;let t=Sd(),n={ArrowDown:1,ArrowUp:-1}[e.key];
if(n)vi(t[(t.indexOf(xn())+(xn()||n>0?n:0)+t.length)%t.length]);else if((e.key==="Enter"||e.key==="Tab")&&xn())wi(xn());else if(e.key==="Escape")qe=X,ke();else return;
e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{e.target.closest?.("#mentions")&&e.preventDefault()});document.addEventListener(
"click",e=>{let t=e.target.closest?.('#mentions [role="option"]');t?wi(t):X>=0&&!e.target.closest?.("#mentions, #note, [data-which]")&&ke()});document.addEventListener(
"focusin",e=>{X>=0&&e.target!==H()&&ke()});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(qe=-1,ke(),$r())});var bi=document.body.dataset,Or=e=>e.closest?.("form[data-write]"),Lt=e=>e.querySelector(".format"),Mr=e=>Lt(e).dataset.plain!==void 0;function Ke(e,t,n,o){e.focus(),
e.setSelectionRange(t,n),!document.execCommand(o?"insertText":"delete",!1,o)&&(e.setRangeText(o,t,n,"end"),e.dispatchEvent(new Event("input",{bubbles:!0})))}function Sn(e,t){
let{value:n,selectionStart:o,selectionEnd:r}=e,a=t.length;if(n.slice(o-a,o)===t&&n.slice(r,r+a)===t&&!(a===1&&n.slice(o-2,o)===t+t)){Ke(e,o-a,r+a,n.slice(o,r)),
e.setSelectionRange(o-a,r-a);return}let[,s,i,c]=/^(\s*)([^]*?)(\s*)$/.exec(n.slice(o,r));Ke(e,o,r,s+t+i+t+c);let d=o+s.length+a;e.setSelectionRange(d,d+i.length)}
function Ei(e,t){let{value:n,selectionStart:o,selectionEnd:r}=e,a=n.lastIndexOf(`
`,o-1)+1,s=n.indexOf(`
`,r),i=s<0?n.length:s,c=n.slice(a,i).split(`
`),d=c.every(u=>u.startsWith(t));Ke(e,a,i,c.map(u=>d?u.slice(t.length):t+u).join(`
`))}function Ld(e){let{value:t,selectionStart:n,selectionEnd:o}=e,r=t.slice(n,o);if(/^https?:\/\/\S+$/.test(r)){Ke(e,n,o,`[](${r})`),e.setSelectionRange(n+1,n+1);
return}Ke(e,n,o,`[${r}](https://)`);let a=n+r.length+3;e.setSelectionRange(a,a+8)}var xi={bold:e=>Sn(e,"**"),italic:e=>Sn(e,"*"),link:Ld,list:e=>Ei(e,"- "),quote:e=>Ei(
e,"> "),code:e=>e.value.slice(e.selectionStart,e.selectionEnd).includes(`
`)?Sn(e,"\n```\n"):Sn(e,"`")};function Si(e,t){Lt(e).hidden=!t,e.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),Mr(e)||(e.elements.format.
value=t?"markdown":"",e.elements.content.value.trim()&&M(e)),t||qn(e,!1)}async function qn(e,t){let n=e.querySelector("[data-preview]"),o=e.elements.content;if(e.
querySelector("[data-show-preview]")?.setAttribute("aria-pressed",String(t)),!t){if(n.hidden)return;n.hidden=!0,o.hidden=!1,o.focus();return}try{let r=await fetch(
`${bi.base}/inbox/${document.getElementById("open").dataset.conversationId}/preview`,{method:"POST",body:new URLSearchParams({content:o.value}),headers:{"HX-Req\
uest":"true"}});if(r.status===401&&g(),!r.ok)throw new Error(r.status);n.innerHTML=await r.text()}catch{n.textContent=bi.tFailed}e.querySelector("[data-show-pre\
view]")?.getAttribute("aria-pressed")==="true"&&(n.hidden=!1,o.hidden=!0)}document.addEventListener("click",e=>{let t=Or(e.target),n=e.target.closest?.("button");
!t||!n||(n.dataset.formatting!==void 0?(Si(t,Lt(t).hidden),t.querySelector("[data-preview]").hidden&&t.elements.content.focus()):n.dataset.format?(qn(t,!1),xi[n.
dataset.format](t.elements.content)):n.dataset.showPreview!==void 0&&qn(t,n.getAttribute("aria-pressed")!=="true"))});document.addEventListener("mousedown",e=>{
e.target.closest?.("[data-format]")&&e.preventDefault()});document.addEventListener("keydown",e=>{let t=Or(e.target);if(!t||!e.target.matches("textarea")){let o=e.
target.closest?.(".format"),r={ArrowRight:1,ArrowLeft:-1}[e.key];if(!o||!r)return;let a=[...o.querySelectorAll("button")];e.preventDefault(),a[(a.indexOf(e.target)+
r+a.length)%a.length].focus();return}let n={b:"bold",i:"italic"}[e.key.toLowerCase()];!n||!(e.ctrlKey||e.metaKey)||e.altKey||e.shiftKey||Mr(t)||(e.preventDefault(),
Lt(t).hidden&&Si(t,!0),xi[n](e.target))});document.addEventListener("paste",e=>{let t=Or(e.target);if(!t||!e.target.matches("textarea")||t.elements.format.value!==
"markdown")return;let{value:n,selectionStart:o,selectionEnd:r}=e.target,a=e.clipboardData?.getData("text/plain").trim()??"";o===r||!/^https?:\/\/\S+$/.test(a)||
n.slice(o,r).includes(`
`)||(e.preventDefault(),Ke(e.target,o,r,`[${n.slice(o,r)}](${a})`))});document.addEventListener("svcx:restored",e=>{let t=e.target.elements.format.value==="mark\
down";Mr(e.target)||(Lt(e.target).hidden=!t,e.target.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),qn(e.target,!1))});var kn=document.getElementById("zones");if(kn){document.getElementById("field-zone").setAttribute("list","zones");for(let e of Intl.supportedValuesOf?.("timeZon\
e")??[])kn.append(new Option("",e));It()}function qi(){return window.isSecureContext?window.Notification?.permission??"missing":"insecure"}function It(){let e=document.
getElementById("permission");e.hidden=!document.getElementById("field-desktop").checked;let t=qi();for(let n of e.querySelectorAll("[data-state]"))n.hidden=n.dataset.
state!==t}document.addEventListener("change",e=>{!kn||e.target.id!=="field-desktop"||(It(),e.target.checked&&qi()==="default"&&Notification.requestPermission().
then(It))});document.addEventListener("click",e=>{e.target.closest?.("[data-permit]")&&Notification.requestPermission().then(It)});document.addEventListener("re\
set",()=>{kn&&setTimeout(It)});var Ct=document.getElementById("field-slug"),Rr=document.getElementById("field-name");if(Ct&&Rr){let e=Ct.value==="";Ct.addEventListener("input",()=>{e=Ct.value===
""}),Rr.addEventListener("input",()=>{e&&(Ct.value=Rr.value.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-|-$/g,"").
slice(0,63))})}document.addEventListener("click",e=>{e.target.closest?.("#download")&&setTimeout(()=>document.getElementById("export-line")?.dispatchEvent(new Event(
"begun")),700)});var ki=`svcx:place:${document.body.dataset.base}`,Le=()=>document.getElementById("list-scroll"),Pr=()=>[...document.querySelectorAll("#rows .conv")],Li=()=>JSON.
stringify(document.getElementById("list").dataset),Fr=e=>e.getBoundingClientRect().top;function Ii(){try{let e=JSON.parse(sessionStorage.getItem(ki));return e?.
list===Li()&&e}catch{return!1}}function Ci(e){try{sessionStorage.setItem(ki,JSON.stringify(e))}catch{}}function Ai(){if(!Le())return;let{top:e,bottom:t}=Le().getBoundingClientRect(),
n=a=>Fr(a)-e,o=Le().scrollTop?Pr().filter(a=>n(a)>-a.offsetHeight&&n(a)<t-e):[],r=!Le().checkVisibility()&&Ii()||{list:Li(),n:Pr().length,seen:o.map(a=>[a.dataset.
conversationId,n(a)])};Ci({...r,open:l()})}addEventListener("pagehide",Ai);document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&!ne()&&
Ai()});var Ln,Hr=new MutationObserver(Bi);function Bi(){let{n:e,seen:t,open:n}=Ln,o=document.querySelector("#rows .more a");if(o&&Pr().length<e&&!p(t.at(-1)?.[0]??
n)){window.htmx.trigger(o,"click");return}Hr.disconnect();let[r,a]=t.find(([i])=>p(i))??[],s=()=>{p(r)&&(Le().scrollTop+=Fr(p(r))-Fr(Le())-a),t.some(([i])=>i===
n)||p(n)?.scrollIntoView({block:"nearest"})};s(),requestAnimationFrame(s)}if(Le()?.checkVisibility()&&(Ln=Ii(),Ci(null),Ln&&(Ln.open||performance.getEntriesByType(
"navigation")[0].type!=="navigate"))){for(let e of["pointerdown","wheel","keydown"])addEventListener(e,()=>Hr.disconnect(),!0);Hr.observe(document.getElementById(
"rows"),{childList:!0}),document.addEventListener("DOMContentLoaded",Bi)}function Id(e){let t=[...document.querySelectorAll(`[popovertarget="${e.id}"]`)].find(c=>c.checkVisibility());if(!t)return;let n=t.getBoundingClientRect(),{width:o,
height:r}=e.getBoundingClientRect(),s=n.bottom+4+r<=innerHeight-8||n.top-4-r<8?n.bottom+4:n.top-4-r,i=n.left+o<=innerWidth-8?n.left:n.right-o;e.style.inset=`${Math.
max(Math.min(s,innerHeight-8-r),8)}px auto auto ${Math.max(i,8)}px`,e.style.margin="0"}if(!CSS.supports("position-area","bottom"))for(let e of["beforetoggle","t\
oggle"])document.addEventListener(e,t=>{if(t.target.matches(".pop")){if(t.newState!=="open"){e==="toggle"&&t.target.removeAttribute("style");return}t.target.style.
opacity=e==="toggle"?"":"0",e==="toggle"&&Id(t.target)}},!0);function $i(e){e.removeAttribute("open"),e.showModal(),(e.querySelector("[aria-invalid], [autofocus], input:not([type=hidden]), select, textarea")??e.querySelector(
"form button"))?.focus()}var Di=document.querySelector("dialog.ask[open]");Di&&$i(Di);document.querySelector(".tabs [aria-current]")?.scrollIntoView({inline:"ne\
arest",block:"nearest"});document.addEventListener("click",async e=>{let t=e.target.closest?.("[data-ask], .ask [data-close], button[data-copy]");if(t){if(t.dataset.
copy){let n=document.getElementById(t.dataset.copy);await eo(n.dataset.value??n.value??n.textContent),m(document.body.dataset.tCopiedIt);return}e.preventDefault(),
t.dataset.ask?$i(document.getElementById(`ask-${t.dataset.ask}`)):t.closest("dialog").close()}});document.addEventListener("keydown",e=>{e.key!==" "||!e.target.
matches?.("a[role=button]")||(e.preventDefault(),e.target.click())});var Cd=3e3,Ad=3e4,Bd=200,Dd=document.querySelector("main"),se=document.querySelector("table[data-new]");document.addEventListener("change",e=>{e.target.matches(
"[data-sift] select")&&e.target.form.requestSubmit(),e.target.matches("input[form=redeliver]")&&$d()});document.addEventListener("formdata",e=>{if(e.target.matches(
"[data-sift]"))for(let[t,n]of[...e.formData])n||e.formData.delete(t)});function $d(){let e=document.querySelector("[data-selected]"),t=document.querySelectorAll(
"input[form=redeliver]:checked").length;e.classList.toggle("on",t>0),e.querySelector("[data-text]").textContent=t?e.querySelector("[data-text]").dataset.text.replace(
"%",t):"",document.querySelector(".tbl")?.classList.toggle("selecting",t>0)}function Kr(e,t){let n=document.createElement("template");return n.innerHTML=e,w(n.content),
n.content.querySelector(t)}async function Vr(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(t.status===401&&g(),!t.ok)throw new Error(t.status);return t.
text()}async function Td(e){let t=document.getElementById(`x-${e.dataset.eventId}`),n=e.querySelector("[data-open]");if(t){t.remove(),e.classList.remove("open"),
n.setAttribute("aria-expanded","false");return}e.classList.add("open");try{let o=Kr(await Vr(n.href),"tr.x");if(!e.classList.contains("open")||document.getElementById(
o.id))return;e.after(o),n.setAttribute("aria-expanded","true")}catch{location.href=n.href}}document.addEventListener("click",e=>{if(e.ctrlKey||e.metaKey||e.shiftKey||
e.button!==0)return;let t=e.target.closest?.("tr.r");if(!t)return;let n=e.target.closest("a, button, input, label");n&&n.dataset.open===void 0||!n&&getSelection().
toString()||(e.preventDefault(),Td(t))});function Nd(){let e=se.closest(".tbl");return Dd.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)&&
!e.querySelector("tr.x, input:checked")}var At=[],Ve=!1;function Ni(){let e=se.tBodies[0];for(se.closest(".tbl").hidden=!1,document.querySelector("#open > .blan\
k")?.remove(),e.prepend(...At),At=[];e.querySelectorAll("tr.r").length>Bd;)e.lastElementChild.remove();Oi()}function Oi(){let e=document.querySelector(".ev-new");
e.hidden=At.length===0&&!Ve,e.firstElementChild.textContent=Ve?e.dataset.many:e.dataset.fresh.replace("%",At.length)}function Ti(e){let t=document.querySelector(
"[data-live]");!t||t.classList.contains("lost")===e||(t.classList.toggle("lost",e),t.lastElementChild.textContent=e?t.dataset.lost:t.dataset.on)}async function Od(){
if(document.visibilityState!=="visible"||Ve)return;let e=new URL(se.dataset.new,location.href);e.searchParams.set("after",se.dataset.last);try{let t=Kr(await Vr(
e),"table");Ti(!1);let n=[...t.querySelectorAll("tr.r")].filter(o=>!document.getElementById(o.id));if(n.length===0)return;Ve=t.dataset.more==="true",se.dataset.
last=t.dataset.last,At.unshift(...n),Nd()&&!Ve?Ni():Oi()}catch{Ti(!0)}}async function Md(){let e=document.getElementById("figures");if(!(document.visibilityState!==
"visible"||!e||e.matches(":hover")||e.contains(document.activeElement)||e.querySelector("details[open]")))try{e.replaceWith(Kr(await Vr(se.dataset.figures),"#fi\
gures"))}catch{}}se&&(document.querySelector(".ev-new button").addEventListener("click",()=>Ve?location.reload():Ni()),setInterval(Od,Cd),setInterval(Md,Ad));var In=e=>[...e.querySelectorAll(":scope > [data-id]")];async function Mi(e,t,n){let o=e.closest(".ordered"),r=document.activeElement?.id;try{let a=await fetch(
e.action,{method:"POST",body:new URLSearchParams(t),headers:{"HX-Request":"true"}});a.status===401&&g();let s=await a.text();if(!a.ok)throw new Error(b(a.status,
s));let i=document.createElement("template");i.innerHTML=s;let c=i.content.getElementById("ordered");document.getElementById("ordered").replaceWith(c),document.
getElementById(r)?.focus(),m(c.dataset.said)}catch(a){o.append(...n),m(a instanceof TypeError?b():a.message)}}var Cn=Promise.resolve();document.addEventListener(
"submit",e=>{if(!e.target.matches("[data-move]"))return;e.preventDefault();let{id:n,value:o}=e.submitter;e.submitter.ariaDisabled!=="true"&&(Cn=Cn.then(()=>{let r=document.
getElementById(n)?.form;return r&&Mi(r,{by:o},In(r.closest(".ordered")))}))});document.addEventListener("pointerdown",e=>{let t=e.target.closest?.("[data-grip]");
if(!t||e.button!==0)return;e.preventDefault();let n=t.closest("[data-id]"),o=n.parentElement,r=In(o),a=new AbortController;n.classList.add("dragged");let s=v=>{
for(let y of In(o)){let O=y.getBoundingClientRect();if(y===n||v.clientY<O.top||v.clientY>O.bottom)continue;let Tn=v.clientY>O.top+O.height/2?y.nextElementSibling:
y;Tn!==n&&Tn!==n.nextElementSibling&&o.insertBefore(n,Tn)}},i=v=>{a.abort(),n.classList.remove("dragged"),v||o.append(...r)},c=()=>{i(!0);let v=n.nextElementSibling?.
dataset.id??"";In(o).every((y,O)=>y===r[O])||(Cn=Cn.then(()=>Mi(n.querySelector("[data-move]"),{before:v},r)))},d=()=>i(!1),u=v=>{v.key==="Escape"&&(v.stopPropagation(),
d())};document.addEventListener("pointermove",s,{signal:a.signal}),document.addEventListener("pointerup",c,{signal:a.signal}),document.addEventListener("pointer\
cancel",d,{signal:a.signal}),document.addEventListener("keydown",u,{signal:a.signal,capture:!0})});var Ur=document.querySelector(".field-form #field-name"),Bt=document.
querySelector(".field-form #field-fieldKey");if(Ur&&Bt&&!Bt.value){let e=!1;Bt.addEventListener("input",()=>{e=!!Bt.value}),Ur.addEventListener("input",()=>{e||
(Bt.value=Ur.value.normalize("NFKD").toLowerCase().replace(/\p{M}/gu,"").replace(/[^a-z0-9]+/g,"_").replace(/^[^a-z]+|_+$/g,"").slice(0,64))})}var Ue=document.querySelector(".says"),Rd=document.documentElement.style,Pd=8,zr=()=>document.getElementById("thread"),Wr=0,Ri;function Fd(){let e=zr(),t=e===Ri;
Ri=e,e&&Ue.style.setProperty("--says-top",`${e.previousElementSibling.getBoundingClientRect().bottom}px`);let n=Ue.offsetHeight&&Ue.offsetHeight+Pd;if(n===Wr)return;
e&&(e.style.paddingTop="");let o=e&&t&&!n&&e.scrollHeight<=e.clientHeight&&parseFloat(getComputedStyle(e).marginTop);o&&(e.style.paddingTop=`${parseFloat(getComputedStyle(
e).paddingTop)+o}px`),Wr=n,Rd.setProperty("--says",`${Wr}px`)}function Hd(){let e=Ue.querySelector("[data-of]");e&&(e.hidden=!l()||e.dataset.of===l())}if(Ue){let e=new ResizeObserver(
Fd),t=()=>{e.disconnect(),e.observe(Ue),zr()&&e.observe(zr()),Hd()};t(),document.addEventListener("htmx:afterSwap",n=>{n.target.id==="open"&&t()})}var Pi;function Fi(){document.getElementById("start")&&(clearTimeout(Pi),Pi=setTimeout(async()=>{try{let e=await fetch(location.href,{headers:{Accept:"text/html",
"X-Svcx-Parts":"1"}});if(!e.ok||e.redirected)return;let t=new DOMParser().parseFromString(await e.text(),"text/html").getElementById("start"),n=document.getElementById(
"start");t?n?.replaceWith(document.importNode(t,!0)):n?.remove()}catch{}},300))}new MutationObserver(e=>{e.some(t=>[...t.removedNodes].some(n=>n.matches?.(".bla\
nk")))&&Fi()}).observe(document.querySelector("main"),{childList:!0,subtree:!0});document.addEventListener("htmx:afterRequest",e=>{e.detail.successful&&e.detail.
requestConfig?.elt.matches("form[data-write]")&&Fi()});document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.("[data-running]")?.dataset.running;t&&e.target.matches("form")&&m(t)});document.addEventListener(
"htmx:oobBeforeSwap",e=>{let t=document.querySelector("#summary details"),n=e.target.id==="summary"&&e.detail.fragment.querySelector("details");t&&n&&t.open&&(n.
open=!0)});document.addEventListener("htmx:afterRequest",e=>{e.target.closest?.("#details [data-running]")&&document.querySelector("#details:popover-open")?.hidePopover()});
document.addEventListener("click",e=>{let t=e.target.closest?.("[data-drop]");!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),t.closest("[data-subject\
]").remove(),document.getElementById("ai-rename")?.focus())});var Kd=document.body.dataset;function An(e,...t){let n=[...e.childNodes];return e.replaceChildren(...t),e.ariaBusy="true",()=>{e.replaceChildren(...n),e.ariaBusy=
null}}function Vd(e,t){let n=e.closest(".picker")?.parentElement.querySelector('[id^="value-"]');if(n?.matches(".tags")){let r=[...n.children].filter(c=>c.matches(
".tag")).map(c=>c.cloneNode(!0)),[a,s]=[t.name,t.value||e.elements.typed.value.trim()];if(a==="remove")return An(n,...r.filter(c=>c.textContent!==s));let i=document.
createElement("span");return i.className="tag cut",i.dir="auto",i.textContent=s,An(n,...r,i)}if(n)return An(n,...[...t.children].filter(r=>!r.matches("svg")).map(
r=>r.cloneNode(!0)));let o=t.dataset.doing&&document.querySelector("#thead .status");return o?An(o,t.dataset.doing):void 0}document.addEventListener("htmx:befor\
eRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e,r=o.triggeringEvent?.submitter;if(e.defaultPrevented||!r||!t.matches("form:not([data-running])"))return;
r.ariaBusy="true";let a=t.matches("#open form")&&!t.dataset.write?Vd(t,r):void 0;a&&m("");let s,i=setTimeout(()=>{t.closest("#say")||(s=r.dataset.doing??Kd.tWorking,
m(s))},1e3);n.addEventListener("loadend",()=>setTimeout(()=>{clearTimeout(i),r.ariaBusy=null,a?.(),s&&document.getElementById("say").textContent===s&&m("")}))});var Jr,jr;function Hi(e){let t=["popovertarget","name","value","aria-label","data-key","href"].filter(r=>e.hasAttribute(r)).map(r=>`[${r}="${CSS.escape(e.getAttribute(
r))}"]`).join(""),n=e.closest("#details, #thead, #composer, #summary, #alert, #say"),o=e.id?`#${CSS.escape(e.id)}`:t&&n&&`#${n.id} ${e.localName}${t}`;Jr=()=>o&&
[...document.querySelectorAll(o)].find(r=>r.checkVisibility()&&!r.disabled),jr=[e.selectionStart,e.selectionEnd,e.selectionDirection]}function Ki(){let e=Jr;if(Jr=
void 0,!e||document.activeElement!==document.body)return;let t=e();if(!t){P();return}t.focus({preventScroll:!0}),Number.isInteger(jr[0])&&t.setSelectionRange?.(
...jr)}document.addEventListener("htmx:oobBeforeSwap",e=>{let t=document.activeElement;t===document.body||!e.detail.target.contains(t)||(Hi(t),queueMicrotask(Ki))});
document.addEventListener("htmx:beforeRequest",e=>{let t=document.activeElement;e.defaultPrevented||t===document.body||t!==e.detail.requestConfig.triggeringEvent?.
submitter||t.closest(".pop")||(Hi(t),e.detail.xhr.addEventListener("loadend",()=>setTimeout(Ki)))});document.addEventListener("htmx:beforeSwap",e=>{let t=document.
activeElement,{target:n,requestConfig:{elt:o}}=e.detail;if(!o.matches('[role="search"] [name="q"]')||!n.contains(t))return;let r=t.getAttribute("href");e.detail.
xhr.addEventListener("loadend",()=>setTimeout(()=>{if(document.activeElement!==document.body)return;(r&&document.querySelector(`#${CSS.escape(n.id)} a[href="${CSS.
escape(r)}"]`)||o).focus({preventScroll:!0})}))});var Xr;document.addEventListener("beforetoggle",e=>{e.newState==="open"&&e.target.matches(".pop")&&(Xr=document.
activeElement)},!0);document.addEventListener("toggle",e=>{if(e.newState!=="closed"||!e.target.matches(".pop")||!Xr||Xr.isConnected)return;let t=document.activeElement;
(t===document.body||e.target.contains(t))&&P()},!0);async function Vi(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(!t.ok)throw new Error(t.status);return[...new DOMParser().parseFromString(await t.text(),
"text/html").querySelectorAll('[role="option"]')].map(o=>document.importNode(o,!0))}document.addEventListener("toggle",async e=>{if(e.target.id!=="pick-tags"||e.
newState!=="open")return;let t=e.target.firstElementChild,n=t.querySelector('[role="listbox"]');try{let o=await Vi(t.dataset.from);for(let r of n.querySelectorAll(
'[name="add"]'))r.remove();n.querySelector("[data-new]").before(...o),t.elements.typed.dispatchEvent(new Event("input",{bubbles:!0}))}catch{}},!0);var N=()=>document.
getElementById("filter-tag"),K=()=>document.getElementById("filter-tags"),Bn=()=>[...K().children],Ui=()=>Bn().filter(e=>!e.hidden),We=()=>K().querySelector("[d\
ata-active]");document.addEventListener("toggle",async e=>{if(!(e.target.id!=="filter-menu"||e.newState!=="open")){N().role="combobox",N().ariaAutoComplete="lis\
t",Dn();try{K().replaceChildren(...await Vi(N().dataset.suggests)),document.activeElement===N()&&Dt()}catch{}}},!0);function _r(e){We()&&(We().ariaSelected="fal\
se",delete We().dataset.active),N().removeAttribute("aria-activedescendant"),e&&(e.id||=`filter-tags-${Bn().indexOf(e)}`,e.dataset.active="",e.ariaSelected="tru\
e",N().setAttribute("aria-activedescendant",e.id),e.scrollIntoView({block:"nearest"}))}function Dt(){let e=N().value.trim().toLowerCase();for(let r of Bn())r.hidden=
!r.value.toLowerCase().includes(e);let t=Ui().length>0;_r(),K().hidden=!t,N().ariaExpanded=String(t);let n=K().previousElementSibling,o=t||!Bn().length?"":n.dataset.
none;n.textContent!==o&&(n.textContent=o)}function Dn(){_r(),K().hidden=!0,N().ariaExpanded="false",K().previousElementSibling.textContent=""}function Wi(e){N().
value=e.value,N().focus(),Dn()}document.addEventListener("input",e=>{e.target.id==="filter-tag"&&Dt()});document.addEventListener("focusin",e=>{e.target.id==="f\
ilter-tag"?Dt():N()&&!K().contains(e.target)&&Dn()});document.addEventListener("click",e=>{let t=e.target.closest?.('#filter-tags [role="option"]');t?Wi(t):e.target.
id==="filter-tag"&&K().hidden&&Dt()});document.addEventListener("keydown",e=>{if(e.target.id!=="filter-tag"||e.isComposing)return;let t={ArrowDown:1,ArrowUp:-1}[e.
key];if(t){K().hidden&&Dt();let n=Ui();if(!n.length)return;let o=n.indexOf(We());_r(n[o<0?t>0?0:n.length-1:(o+t+n.length)%n.length])}else if(e.key==="Enter"&&We())
Wi(We());else if(e.key==="Escape"&&!K().hidden)Dn();else return;e.preventDefault(),e.stopPropagation()},!0);var $n=document.body.dataset,Ud=document.querySelector("main"),zi=()=>document.getElementById("alert");document.documentElement.classList.add("js");document.cookie=
"svcx_scripts=1; path=/app; samesite=lax";w();function l(){return document.getElementById("open")?.dataset.conversationId??""}function Ji(){let e=l();Ud.dataset.
view=e?"thread":"list";for(let n of document.querySelectorAll(".conv[aria-current]"))n.removeAttribute("aria-current");let t=e&&p(e);t&&(t.setAttribute("aria-cu\
rrent","true"),requestAnimationFrame(()=>p(e)?.scrollIntoView({block:"nearest"}))),(Number(document.getElementById("open")?.dataset.unread)>0||document.getElementById(
"open")?.dataset.waits!==void 0)&&Me(e),ji(e),Cr(),oi(),ci(e),requestAnimationFrame(()=>document.getElementById("thread")?.removeAttribute("aria-live")),wt(),ve(),
e&&gt(e),e&&fn(e)}function ji(e){pa(e),ys(e),gs(e),si();for(let t of document.querySelectorAll("form[data-write]"))lt(t)}document.addEventListener("htmx:beforeS\
wap",e=>{e.detail.target.id==="open"&&(e.detail.swapOverride="whole show:none")});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="open"?(w(e.target),
Ji()):e.detail.target?.id!=="open"&&(w(e.detail.target??document),_e())});document.addEventListener("htmx:afterSettle",e=>{e.target.id==="open"&&ya()});var Gr;document.
addEventListener("htmx:oobBeforeSwap",e=>{e.detail.target.id==="composer"&&(Gr=e.detail.target.querySelector('[role="tab"][aria-selected="true"]')?.dataset.tab)});
document.addEventListener("htmx:oobAfterSwap",e=>{w(e.detail.target),e.detail.target.id==="thead"&&ve(),e.detail.target.id==="composer"&&(Gr&&De(Gr),ji(l()))});
document.addEventListener("htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="messages"){e.detail.shouldSwap=!1,w(e.detail.fragment);for(let t of e.detail.fragment.
querySelectorAll("article.msg, .ev")){let n=document.getElementById(t.id)?.querySelector(".dlv");n&&t.querySelector(".dlv")?.replaceWith(n),mr(t)}}});document.addEventListener(
"submit",e=>{let t=e.target.dataset?.write&&e.target.elements.content;!t||t.value.trim()||e.target.querySelector("[data-uploads] li")||(e.preventDefault(),e.stopImmediatePropagation(),
t.focus())},!0);function Wd(e,t,n){let{content:o}=t.elements,r=t.dataset.write;if(r==="reply"&&cn(e),!n||!o.value.startsWith(n))return;let a=o.value.slice(n.length).
trimStart();Ot(e,r),!(!a||e!==l())&&(o.value=a,M(t))}document.addEventListener("htmx:beforeRequest",e=>{let t=e.target;if(e.defaultPrevented||!t.matches("form, \
#open"))return;let n=l(),o=t.closest("#open"),r=t.dataset.write&&t.elements.content.value;if(t.addEventListener("htmx:beforeOnLoad",function c(d){d.detail.xhr===
e.detail.xhr&&(t.removeEventListener("htmx:beforeOnLoad",c),t.dataset.write&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&Wd(n,
t,r),o&&l()!==n&&d.preventDefault())}),!t.matches("form")||(A(""),!r?.trim()))return;let a=document.createElement("article");a.className=t.dataset.write==="note"?
"msg note sending":"msg ours sending",a.id="sending";let s=document.createElement("div");s.className="body plain",s.textContent=r;let i=document.createElement("\
div");i.append(s),a.append(document.createElement("span"),i),document.getElementById("messages")?.append(a)});document.addEventListener("htmx:afterRequest",e=>{
e.detail.requestConfig?.elt.matches("form[data-write]")&&document.getElementById("sending")?.remove()});for(let e of["htmx:sendError","htmx:responseError","htmx\
:timeout"])document.addEventListener(e,t=>{let n=t.detail.xhr?.status;if(!(n===401&&g())&&!(an(n)&&t.target.matches("form[data-write]"))){if(Lr(t.detail.xhr))return;
if(!n&&!zd(t))return;t.target.id!=="bulk-progress"&&A(b(t.detail.xhr?.status,t.detail.xhr?.responseText),t.target,t.detail.requestConfig?.triggeringEvent?.submitter)}});
var zd=e=>e.target.matches("form, .conv")||e.detail.requestConfig?.triggeringEvent?.type==="click";function b(e,t){return e?new DOMParser().parseFromString(t,"t\
ext/html").getElementById("failure")?.textContent||$n.tUnclear.replace("%",e):$n.tFailed}function A(e,t,n){let o=zi();for(let s of o?.querySelectorAll(":scope >\
 :not(.undone)")??[])s.remove();if(!e)return;if(!o?.parentElement.checkVisibility()){q()&&e===$n.tFailed?Ze():de(e);return}let r=()=>{t.matches("form")?Ar({form:t,
submitter:n,gone:()=>A("")}):(p(t.dataset.conversationId)??t).click()},a=Ir(e,"",t?.matches?.("form, .conv, .more a")&&r);e===$n.tFailed&&!t?.matches?.("form")&&
(a.dataset.away=""),o.prepend(a)}Ut(e=>{e||zi()?.querySelector("[data-away]")?.remove()});document.addEventListener("click",e=>{let t=e.target.closest?.('[role=\
"tab"][data-tab]');!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),De(t.dataset.tab,!0))});function De(e,t){for(let n of document.querySelectorAll('[r\
ole="tab"][data-tab]'))n.setAttribute("aria-selected",String(n.dataset.tab===e));for(let n of document.querySelectorAll("#composer [data-for]"))n.hidden=n.dataset.
for!==e;for(let n of document.querySelectorAll("form[data-write]"))n.parentElement.hidden=n.dataset.write!==e,lt(n),t&&n.dataset.write===e&&n.elements.content.focus()}
document.addEventListener("beforetoggle",e=>{e.newState!=="closed"||!e.target.contains(document.activeElement)||e.target.parentElement.closest("[popover]:popove\
r-open")?.querySelector(`[popovertarget="${e.target.id}"]`)?.focus()},!0);document.addEventListener("beforetoggle",e=>{let t=e.target.querySelector?.("[data-fil\
ter]");!t||e.newState!=="open"||(t.hidden=!t.name&&matchMedia("(pointer: coarse)").matches&&t.form.querySelectorAll('[role="option"]').length<=8,t.value="",_i(t))},
!0);var Xi=e=>[...e.form.querySelectorAll('[role="option"]:not([hidden])')];function _i(e){let t=e.value.trim().toLowerCase(),n=e.form.querySelector("[data-new]"),
o=!1;for(let c of e.form.querySelectorAll('[role="option"]')){let d=c.textContent.trim().toLowerCase();c.hidden=!d.includes(t),o||=c!==n&&d===t}n&&(n.hidden=!t||
o,n.firstElementChild.textContent=n.dataset.new.replace("%",()=>e.value.trim()));let r=Xi(e),a=c=>c.textContent.trim().toLowerCase();t||!n?Zr(e,!t&&r.find(c=>c.
ariaSelected==="true")||r.find(c=>a(c)===t)||r.find(c=>` ${a(c)}`.includes(` ${t}`))||r[0]):Zr(e);let s=e.form.querySelector("[data-none]"),i=r.length?"":s.dataset.
none;s.textContent!==i&&(s.textContent=i)}var Yr=e=>e.form.querySelector("[data-active]");function Zr(e,t){if(Yr(e)?.removeAttribute("data-active"),!t){e.removeAttribute(
"aria-activedescendant");return}let n=t.closest('[role="listbox"]');t.id||=`${n.id}-${[...n.children].indexOf(t)}`,t.dataset.active="",e.setAttribute("aria-acti\
vedescendant",t.id),t.scrollIntoView({block:"nearest"})}document.addEventListener("input",e=>{e.target.matches("[data-filter]")&&_i(e.target)});document.addEventListener(
"keydown",e=>{if(!e.target.matches?.("[data-filter]")||e.isComposing)return;let t=Xi(e.target),n={ArrowDown:1,ArrowUp:-1}[e.key];if(n&&t.length){let o=t.indexOf(
Yr(e.target));Zr(e.target,t[o<0?n>0?0:t.length-1:(o+n+t.length)%t.length])}else if(e.key==="Enter")Yr(e.target)?.click();else return;e.preventDefault()});document.
addEventListener("submit",e=>e.target.closest?.("[popover]")?.hidePopover());var Gi=new BroadcastChannel("svcx-theme");Gi.addEventListener("message",e=>Yi(e.data));
function Yi(e){e?document.documentElement.dataset.theme=e:delete document.documentElement.dataset.theme;let t=document.querySelector("[data-theme-form]")?.elements.
theme;t&&(t.value={"":"light",light:"dark",dark:""}[e],t.title=t.dataset[e||"system"])}document.addEventListener("submit",e=>{if(!e.target.matches("[data-theme-\
form]"))return;e.preventDefault();let t=e.target.elements.theme.value;Yi(t),Gi.postMessage(t),fetch(e.target.action,{method:"POST",body:new URLSearchParams({theme:t}),
redirect:"manual"}).catch(()=>{})});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="bulk"&&document.querySelector("#bulk[data-ended]")&&xe()});Ji();
ai();export{A as fail,l as openID,b as reason,De as showTab};
