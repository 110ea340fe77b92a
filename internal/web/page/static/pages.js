Object.assign(window.htmx.config,{allowEval:!1,allowScriptTags:!1,includeIndicatorStyles:!1,selfRequestsOnly:!0,historyCacheSize:0,refreshOnHistoryMiss:!0,scrollIntoViewOnBoost:!1,
defaultSettleDelay:0,attributesToSettle:["class","width","height"],defaultSwapStyle:"outerHTML",timeout:3e4,responseHandling:[{code:"204",swap:!1},{code:"[23]..",
swap:!0},{code:"422",swap:!0,error:!1},{code:"...",swap:!1,error:!0}]});window.htmx.defineExtension("whole",{handleSwap(e,t,n,o){if(e!=="whole")return!1;let r=[
...n.children];return t.replaceWith(...r),o.elts=[...o.elts.filter(a=>a!==t),...r],o.tasks.push(()=>{for(let a of r)window.htmx.process(a)}),!0}});var ze=document.body.dataset,oa=document.documentElement.lang,Qi=e=>{try{return new Intl.DateTimeFormat(oa,{timeZone:e}),e}catch{return}},ec=Qi(ze.zone||void 0),
ie=(e,t=oa)=>new Intl.DateTimeFormat(t,{timeZone:ec,...e}),tc=ie({hour:"numeric",minute:"2-digit"},navigator.language),nc=ie({weekday:"long"}),oc=ie({weekday:"s\
hort"}),rc=ie({month:"long"}),ea=ie({month:"short"}),ac=ie({day:"numeric"},"en"),sc=ie({year:"numeric"},"en"),ra=e=>ac.format(e),Ie=e=>sc.format(e),ta=e=>tc.format(
e);function Je(e){let t=`${nc.format(e)} ${ra(e)} ${rc.format(e)}`;return Ie(e)===Ie(new Date)?t:`${t} ${Ie(e)}`}function ic(e){let t=(Date.now()-e)/1e3;return t<
60?ze.tNow:t<3600?ze.tMinutes.replace("%",Math.floor(t/60)):t<86400?ze.tHours.replace("%",Math.floor(t/3600)):t<6*86400?oc.format(e):Ie(e)===Ie(new Date)?`${ra(
e)} ${ea.format(e)}`:`${ea.format(e)} ${Ie(e)}`}function w(e=document){for(let t of e.querySelectorAll("time[data-f]")){let n=new Date(t.dateTime),o=ze.tExact.replace(
"%d",Je(n)).replace("%t",ta(n)),r={hour:ta(n),exact:o}[t.dataset.f]??ic(n);t.textContent!==r&&(t.textContent=r),t.title!==o&&(t.title=o)}}var na=Intl.DateTimeFormat().
resolvedOptions().timeZone;na&&(document.cookie=`svcx_zone=${na}; path=/app; max-age=31536000; samesite=lax`);setInterval(w,3e4);function Nn(e,t){let n=e.querySelector(".prev");if(n.dataset.plain??=n.textContent,t(n.dataset),n.dataset.found!==void 0)return;let{mention:o,draft:r,plain:a}=n.
dataset,s=o||r||a;n.textContent!==s&&(n.textContent=s)}var aa=()=>document.querySelector('#list[data-view="mentions"]');function sa(e,t,n){let o=(e.dataset.mentionLines??
"").split(`
`).find(r=>r.startsWith(`${t} `))?.slice(t.length+1);Nn(e,r=>{r.mention=o??(aa()&&n?.querySelector(".prev").dataset.mention)??"",r.draft=n?.querySelector(".prev").
dataset.draft??""})}function Mn(e){aa()||Nn(e,t=>{t.mention=""})}function ia(e,t){Nn(e,n=>{n.draft=t===void 0?n.draft??"":t.trim().slice(0,200).replace(/\s+/g,"\
 ")})}function ca(e,t){let n=t.querySelector(".prev[data-found]");n&&(e.href=t.href,e.querySelector(".prev").replaceWith(n))}var da=document.body.dataset,je=`svcx:unsent:${da.base}:${da.me}:`,Tt=new Map;function S(e,t){try{return JSON.parse(localStorage.getItem(`${je}${e}:${t}`))}catch{
return Tt.get(`${je}${e}:${t}`)??null}}function _(e,t,n){let o=`${je}${e}:${t}`;try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
n?Tt.set(o,n):Tt.delete(o)}}function Rn(e){if(!e?.startsWith(je))return;let[t,n]=e.slice(je.length).split(":");return{id:t,kind:n}}function Ot(){let e=[...Tt.keys()];
try{e=Object.keys(localStorage)}catch{}return e.map(Rn).filter(Boolean)}var W=document.body.dataset,G=(e,t)=>`svcx:draft:${W.base}:${W.me}:${e}:${t}`,Fn=["reply","note"],Vn=new Map;function V(e,t){let n=G(e,t);try{return JSON.parse(
localStorage.getItem(n))}catch{return Vn.get(n)??null}}function U(e,t,n){let o=G(e,t);try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
Vn.set(o,n)}D(e)}var Hn=(e,t)=>e.text===t.text&&e.format===t.format,z=()=>document.getElementById("open")?.dataset.conversationId??"",cc=(e,t)=>e===z()?document.
querySelector(`form[data-write="${t}"]`):null,la=e=>({text:e.elements.content.value,format:e.elements.format.value});function M(e){let t=z(),n=e.dataset.write,o=V(
t,n),r=la(e);r.text.trim()||(r.text=""),!(!o&&!r.text)&&(U(t,n,{...r,on:o?.on??Number(e.dataset.on),at:Date.now(),saved:!1}),Rt(""),Ce(t,n,2e3))}var ua=`svcx:se\
nt:${W.base}:${W.me}`,fa=performance.timeOrigin;document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(fa=Date.now())});function dc(e,t){
try{let n=JSON.parse(localStorage.getItem(ua));return n?.what===`${e}:${t}`&&n.at>fa}catch{return!1}}function Mt(e,t){try{localStorage.setItem(ua,JSON.stringify(
{what:`${e}:${t}`,at:Date.now()}))}catch{}clearTimeout(ce.get(G(e,t))),ce.delete(G(e,t)),U(e,t,null),Rt("")}function Rt(e){let t=document.querySelector("[data-d\
raft-state]");t&&(t.textContent=e)}var ce=new Map,Pn=new Set;function Ce(e,t,n){let o=G(e,t);clearTimeout(ce.get(o)),ce.set(o,setTimeout(pa,n,e,t))}async function ma(e,t,n,o){
let r=new URLSearchParams({kind:t,content:n.text,format:n.format,on:n.on}),a=await fetch(`${W.base}/inbox/${e}/draft`,{method:"POST",body:r,headers:{"HX-Request":"\
true"},keepalive:o}),s=document.createElement("template");a.ok&&(s.innerHTML=await a.text());let{text:i,format:c,on:d,other:u}=s.content.firstElementChild?.dataset??
{};return{status:a.status,other:u!==void 0,draft:{text:i,format:c,on:Number(d)}}}var lc=6e4;for(let e of["htmx:beforeRequest","htmx:afterRequest"])document.addEventListener(
e,t=>{let{write:n}=t.detail.requestConfig.elt.dataset,o=n&&V(z(),n);o&&U(z(),n,{...o,sent:e==="htmx:beforeRequest"?Date.now():void 0})});async function pa(e,t,n=!1){
let o=G(e,t);clearTimeout(ce.get(o)),ce.delete(o);let r=V(e,t);if(!r||r.saved)return;let a=S(e,t);if(!(a&&!a.asks)){if(Date.now()-r.sent<lc||Pn.has(o)&&!n){Ce(e,
t,1e3);return}Pn.add(o);try{let s=await ma(e,t,r,n);if(s.status===200)uc(e,t,r,s);else if(s.status===429||s.status>=500)throw new Error(s.status)}catch{e===z()&&
Rt(document.getElementById("composer")?.dataset.tKept??""),Ce(e,t,5e3)}finally{Pn.delete(o)}}}function uc(e,t,n,o){Xe.delete(e);let r=V(e,t);if(!r){o.draft.on&&
!o.other&&ma(e,t,{text:"",format:"",on:o.draft.on}).catch(()=>{});return}if(o.other){U(e,t,{...r,on:o.draft.on});let a=cc(e,t);a&&Kn(a,o.draft,"aside"),Ce(e,t,0);
return}if(!Hn(r,n)){U(e,t,{...r,on:o.draft.on}),ce.has(G(e,t))||Ce(e,t,2e3);return}U(e,t,r.text?{...r,on:o.draft.on,saved:!0}:null),r.text&&e===z()&&Rt(document.
getElementById("composer")?.dataset.tSaved??"")}function Un(e){let t=`svcx:draft:${W.base}:${W.me}:`,n=[...Vn.keys()];try{n=Object.keys(localStorage)}catch{}for(let o of n.
filter(r=>r.startsWith(t))){let[r,a]=o.slice(t.length).split(":");Fn.includes(a)&&pa(r,a,e)}}addEventListener("pagehide",()=>Un(!0));document.addEventListener("\
visibilitychange",()=>{document.visibilityState==="hidden"&&Un(!0)});addEventListener("online",()=>Un(!1));function ha(e){if(e){Wn.delete(e),Xe.delete(e);for(let t of document.
querySelectorAll("form[data-write]"))mc(e,t.dataset.write,t);D(e)}}var fc=250;function mc(e,t,n){let o={text:n.elements.content.defaultValue,format:n.elements.format.
defaultValue,on:Number(n.dataset.on)},r=n.elements.content.value;r&&r!==o.text&&r!==V(e,t)?.text&&U(e,t,{...o,text:r,at:Date.now(),saved:!1});let a=V(e,t);!a&&o.
on&&dc(e,t)&&Object.assign(o,{text:"",on:0});let s=Number(document.getElementById("composer").dataset.now),i=a&&o.on<a.on&&(o.on!==0||s<a.on+fc);if(!a||a.saved&&
!i){a&&o.on&&!Hn(a,o)&&Kn(n,a,"newer"),U(e,t,o.on?{...o,at:o.on,saved:!0}:null),Nt(n,o);return}if(Hn(a,o)&&o.on)U(e,t,{...a,on:o.on,saved:!0});else if(!i&&o.on&&
o.on!==a.on){let c=a.at>o.on;U(e,t,{...c?a:o,on:o.on,at:Date.now(),saved:!c}),Kn(n,c?o:a,c?"aside":"newer")}Nt(n,V(e,t)),V(e,t).saved||Ce(e,t,0)}function Nt(e,t){
let n=e.elements.content.value!==t.text||e.elements.format.value!==t.format;e.elements.content.value=t.text,e.elements.format.value=t.format,n&&e.dispatchEvent(
new CustomEvent("svcx:restored",{bubbles:!0}))}function Kn(e,t,n){let o=e.querySelector(".draft-note");if(o.replaceChildren(),!t.text.trim())return;let r=document.
createElement("button");r.className="link",r.type="button",r.textContent=o.dataset.swap,r.addEventListener("click",()=>{let a=la(e);Nt(e,t),M(e),t=a,e.elements.
content.focus()}),o.append(o.dataset[n]," ",r)}addEventListener("storage",e=>{for(let t of document.querySelectorAll("form[data-write]")){if(e.key!==G(z(),t.dataset.
write))continue;let n=V(z(),t.dataset.write);!(!n&&e.oldValue&&JSON.parse(e.oldValue).text===t.elements.content.value)&&document.hasFocus()&&t.contains(document.
activeElement)||Nt(t,n??{text:"",format:""})}});var Wn=new Set,Xe=new Set;function D(e){let t=document.querySelector(`.conv[data-conversation-id="${e}"]`);if(!t)
return;t.marked=!0;let n=Fn.map(i=>V(e,i)).filter(i=>i?.text.trim()),o=Fn.some(i=>S(e,i)),r=t.querySelector(".draft");r.hidden=!(o||Wn.has(e)||n.some(i=>!i.saved||
!Xe.has(e)));let a=n.filter(i=>!i.saved||!Xe.has(e)).sort((i,c)=>c.at-i.at)[0];(!r.hidden||t.querySelector(".prev").dataset.draft)&&ia(t,r.hidden?"":a?.text);let s=o?
W.tUnsent:W.tDraft;r.textContent!==s&&(r.textContent=s)}function _e(){for(let e of document.querySelectorAll(".conv")){let t=e.dataset.conversationId;if(!e.marked&&
t!==z()){let n=e.querySelector(".draft[data-saved]");Wn[n?"add":"delete"](t),Xe[n?"delete":"add"](t)}D(t)}}_e();var Pt=()=>document.getElementById("open"),Y,zn=!1,Ae=[],Jn=!1,Ge=()=>!!Y,ga=()=>Ae.length>0,Ft=0;function ya(){return Date.now()-Ft>1e3?!1:(Ft=Date.now(),!0)}var pc=1e3;
function Ht(e){Ae.length<pc&&Ae.push(e)}var hc=1e4,jn=0,Kt=()=>Date.now()-jn<hc;function Xn(){jn=Date.now()}function _n(){jn=0}addEventListener("pageshow",_n);function Vt(){
Ae=[]}document.addEventListener("htmx:beforeRequest",e=>{if(e.detail.target?.id!=="open")return;let{xhr:t}=e.detail;Jn||Vt(),Y=t,zn=!1,Ft=0,requestAnimationFrame(
()=>setTimeout(()=>{Y===t&&(Pt().inert=!0,Pt().ariaBusy="true")})),t.addEventListener("loadend",()=>{Y===t&&zn?gc():setTimeout(()=>{Y===t&&yc()})})});function va(){
zn=!0}function gc(){Y=void 0,Jn=!0;try{for(;Ae.length&&!Y;)Ae.shift()()}finally{Jn=!1}}function yc(){Y=void 0,Ft=Date.now(),Vt(),Pt().inert=!1,Pt().ariaBusy=null,
document.activeElement?.matches(".conv")&&document.querySelector(".conv[aria-current]")?.focus()}var ba=document.body.dataset,Yn="open",Ea=[],q=()=>Yn==="lost"||Yn==="silent";function Wt(e){Ea.push(e)}function xa(e){let t=q();if(Yn=e,e==="open"&&Zn&&document.
getElementById("say").textContent===Zn&&m(""),e==="open"||q()!==t)for(let n of Ea)n(q())}async function Qn(){try{return(await fetch(`${ba.base}/stream`,{method:"\
HEAD",cache:"no-store",signal:AbortSignal.timeout(4e3)})).status}catch{return 0}}async function Ye(){let e=await Qn();return e>0&&e<500}var Zn;function de(e){Zn=
e,m(e)}var Ze=()=>de(ba.tStays);function eo(){_n(),Ze()}async function R(e){!q()||await Ye()?location.assign(e):eo()}var Sa=e=>e.origin===location.origin&&e.pathname===
location.pathname&&e.search===location.search;addEventListener("click",e=>{let t=e.target.closest?.("a[href]");!q()||!t||e.defaultPrevented||e.button||e.ctrlKey||
e.metaKey||e.shiftKey||e.altKey||t.origin!==location.origin||t.target&&t.target!=="_self"||t.hasAttribute("download")||t.hash&&Sa(t)||(e.preventDefault(),R(t.href))});
var Gn;addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(!(!q()||e.defaultPrevented||Gn===t||t.getAttribute("method")==="dialog")){if(e.preventDefault(),
!await Ye()){eo();return}Gn=t,t.requestSubmit(n?.isConnected?n:void 0),Gn=void 0}});var Ut=location.href;for(let e of["htmx:pushedIntoHistory","htmx:replacedInH\
istory"])document.addEventListener(e,()=>{Ut=location.href});addEventListener("hashchange",()=>{Ut=location.href});addEventListener("popstate",e=>{if(!q()||Sa(new URL(
Ut)))return;e.stopImmediatePropagation();let t=location.href;history.pushState({htmx:!0},"",Ut),R(t)},!0);var wa;window.navigation?.addEventListener("navigate",
async e=>{let{navigationType:t,destination:n}=e;if(!(!q()||!e.cancelable||wa||t!=="reload"&&!(t==="traverse"&&!n.sameDocument))){if(e.preventDefault(),!await Ye()){
eo();return}wa=!0,t==="reload"?location.reload():window.navigation.traverseTo(n.key)}});var vc=document.body.dataset;async function to(e){try{await navigator.clipboard.writeText(e)}catch{let t=document.createElement("textarea"),n=document.activeElement;
t.value=e,t.className="sr",document.body.append(t),t.select(),document.execCommand("copy"),t.remove(),n?.focus()}}function m(e){let t=document.getElementById("s\
ay");t.className="say-1",t.setAttribute("role","status"),t.replaceChildren(),t.getBoundingClientRect(),t.textContent=e}document.addEventListener("click",async e=>{
let t=e.target.closest?.("a[data-copy], a[data-versions]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;if(e.preventDefault(),t.dataset.copy!==void 0){await to(
t.href),m(vc.tCopied);return}let n=t.closest("article"),o=n.querySelector(".versions");if(o){o.remove();return}try{let r=await fetch(t.href,{headers:{"HX-Reques\
t":"true"}});if(!r.ok)throw new Error(r.status);let s=new DOMParser().parseFromString(await r.text(),"text/html").querySelector(`#${n.id} .versions`);if(n.querySelector(
".versions"))return;w(s),t.closest(".meta").after(s)}catch{R(t.href)}});var wc=document.body.dataset,J;function qa(){!J||J.form.isConnected&&J.form.elements.content.value===J.text||(J.button.isConnected&&m(""),J=void 0)}function zt(e,t,n){
m(t);let o=document.createElement("button");o.type="button",o.className="btn sm",o.dataset.undo="",o.textContent=wc.tUndo,o.addEventListener("click",()=>{qa(),J?.
button===o&&(J=void 0,m(""),n())}),document.getElementById("say").append(" ",o),J={form:e,button:o,text:e.elements.content.value}}for(let e of["input","svcx:res\
tored","htmx:afterSwap","htmx:oobAfterSwap"])document.addEventListener(e,qa);var bc=e=>e.matches("select")?!e.options[e.selectedIndex]?.defaultSelected&&(e.selectedIndex>0||!!e.querySelector("[selected]")):e.type==="checkbox"||e.type==="\
radio"?e.checked!==e.defaultChecked:e.value!==e.defaultValue,Be=e=>[...e.elements].some(t=>t.name&&t.matches("input, textarea, select")&&bc(t));function ka(e){let t=Be(
e);for(let o of e.querySelectorAll("[data-unsaved]"))o.hidden=!t;let n=e.querySelector("[data-restore]");t&&n&&(n.hidden=!0)}var La=new WeakMap,oo=e=>e.matches(
'[type="checkbox"], [type="radio"]')?"checked":"value";function Ec(e){let t=e.querySelector("[data-restore]");!t||!Be(e)||(La.set(e,[...e.elements].filter(n=>n.
name&&n.matches('input:not([type="hidden"], [type="file"]), textarea, select')).map(n=>[n,n[oo(n)]])),setTimeout(()=>{t.hidden=!1,(document.activeElement===document.
body||document.activeElement.matches('[type="reset"]'))&&t.focus()}))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-restore]")?.form;if(t){
for(let[n,o]of La.get(t)??[])n[oo(n)]!==o&&(n[oo(n)]=o,n.dispatchEvent(new Event("input",{bubbles:!0})),n.dispatchEvent(new Event("change",{bubbles:!0})));t.querySelector(
".savebar .pri").focus()}});var Ia=!1;document.addEventListener("input",e=>{e.target.form?.matches("[data-save]")&&ka(e.target.form)});document.addEventListener(
"reset",e=>{e.target.matches("[data-save]")&&(Ec(e.target),setTimeout(ka,0,e.target))});var no,xc=(e,t)=>{let n=new URLSearchParams(new FormData(e,t)).toString(),
o=Kt()&&no?.form===e&&no.fields===n;return no={form:e,fields:n},Xn(),o};addEventListener("submit",e=>{e.defaultPrevented||(e.target.getAttribute("method")==="po\
st"&&xc(e.target,e.submitter)?e.preventDefault():Ia=e.target.matches("[data-save]"))});addEventListener("beforeunload",e=>{!Ia&&[...document.querySelectorAll("f\
orm[data-save]")].some(Be)?e.preventDefault():Xn()});var Sc=document.body.dataset,qc=e=>e.matches('textarea, input[type="text"], input[type="email"], input[type="url"], input:not([type])')&&!e.matches('[data-filte\
r], [data-write] *, [role="search"] *')&&e.value!==e.defaultValue,kc=()=>[...document.querySelectorAll("form[data-save]")].some(Be)||[...document.querySelectorAll(
'form:is([method="post"], [hx-post]) :is(textarea, input)')].some(qc)||!!document.querySelector("[data-uploads] li");function h(){return kc()?(document.getElementById(
"connection").textContent=Sc.tSignedOut,!1):(location.reload(),!0)}var ro,ao=!1;document.addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(e.defaultPrevented||
ro===t||!t.matches("[data-save]")||!Be(t)||(e.preventDefault(),e.stopPropagation(),ao))return;ao=!0;let o=await Qn()===401;if(ao=!1,o){h();return}ro=t,t.requestSubmit(
n?.isConnected?n:void 0),ro=void 0});var Lc=document.body.dataset,le=e=>e.querySelector("[data-ai-place]"),Da=(e,t)=>document.importNode(e.querySelector(`template[data-ai-${t}]`).content.firstElementChild,
!0),f;function io(e,t){e.querySelector("[data-ai-state]").textContent=t}function so(e,t){let n=le(f.form),o=n.contains(document.activeElement);e.matches(".why")&&
e.setAttribute("role","alert"),n.replaceChildren(e),o&&e.querySelector(t)?.focus()}function Qe(){if(!f)return;let{form:e,running:t}=f;f=void 0,t?.abort();let n=le(
e),o=n.contains(document.activeElement);n.replaceChildren(),io(e,""),o&&e.elements.content.focus()}var Ca=e=>{let t=document.createElement("template");return t.
innerHTML=e,t.content.firstElementChild};async function Aa(e,t){Qe();let n=new AbortController,o={form:t,button:e,running:n,draft:t.elements.content.value};f=o;
let r=Da(t,"running");r.querySelector("[data-title]").textContent=e.dataset.running,so(r),io(t,e.dataset.running);let a=new URLSearchParams({content:o.draft,format:t.
elements.format.value});e.name&&a.set(e.name,e.value);let s;try{s=await fetch(e.formAction,{method:"POST",body:a,headers:{"HX-Request":"true"},signal:n.signal}),
s.status===401&&h();let i=await Ic(t,s,c=>{f===o&&Cc(r,c)});if(f!==o)return;o.running=void 0,Ac(o,i)}catch{if(f!==o||n.signal.aborted)return;o.running=void 0,so(
$a(t,s?"":Lc.tFailed),"[data-ai-again]")}}async function Ic(e,t,n){if(!t.headers.get("Content-Type")?.startsWith("text/plain")){let s=await t.text(),i=Ca(s);return i?.
matches(".ai-box")?i:$a(e,b(t.status,s))}let o=t.body.pipeThrough(new TextDecoderStream).getReader(),r="";for(;;){let{done:s,value:i}=await o.read();if(s)break;
r+=i,n(r.split("\0",1)[0])}let a=r.indexOf("\0");if(a<0)throw new Error("cut");return Ca(r.slice(a+1))}function $a(e,t){let n=Da(e,"cut");return t&&(n.querySelector(
".grow").textContent=t),n}function Cc(e,t){let n=e.querySelector(".ai-text"),o=n.scrollTop+n.clientHeight>n.scrollHeight-24;n.textContent=t,o&&(n.scrollTop=n.scrollHeight)}
function Ac(e,t){so(t,"[data-ai-accept], [data-ai-again], [data-ai-close]"),io(e.form,t.dataset.text!==void 0?t.getAttribute("aria-label"):""),co()}function co(){
let e=f&&le(f.form).querySelector("[data-ai-stale]");if(!e)return;let t=f.form.elements.content.value===f.draft?"":e.dataset.aiStale;e.textContent!==t&&(e.textContent=
t)}function Ba(e,t){let n=e.elements.content;n.focus(),n.select(),document.execCommand(t?"insertText":"delete",!1,t)||(n.value=t,n.dispatchEvent(new Event("inpu\
t",{bubbles:!0})))}function Bc(){let{form:e,button:t}=f,{text:n}=le(e).firstElementChild.dataset,o=e.elements.content.value;Qe(),Ba(e,n),zt(e,t.dataset.done,()=>Ba(
e,o))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-ai]");if(t?.form){e.preventDefault(),t.closest("[popover]")?.hidePopover(),Aa(t,t.form);
return}if(e.target.closest?.("[data-hb-edit]")){Ta(e.target.form);return}!f||!e.target.closest?.("[data-ai-place]")||(e.target.closest("[data-ai-close]")?Qe():e.
target.closest("[data-ai-accept]")?Bc():e.target.closest("[data-ai-again]")?Aa(f.button,f.form):e.target.closest("[data-ai-changes]")&&Dc(e.target.closest("[dat\
a-ai-changes]")))});function Dc(e){let t=e.closest(".ai-box"),n=e.getAttribute("aria-pressed")!=="true";e.setAttribute("aria-pressed",String(n));for(let o of t.
querySelectorAll("del"))o.hidden=!n;t.querySelector("[data-ai-diff]").classList.toggle("result",!n)}document.addEventListener("keydown",e=>{e.key!=="Escape"||e.
isComposing||!f||!le(f.form).contains(e.target)||(e.preventDefault(),e.stopPropagation(),Qe())},!0);for(let e of["input","svcx:restored"])document.addEventListener(
e,co);document.addEventListener("htmx:beforeOnLoad",e=>{f&&(f.stays=e.target.matches?.('form[data-write="note"]'))});for(let e of["htmx:afterSwap","htmx:oobAfte\
rSwap"])document.addEventListener(e,()=>{if(!f||f.form.isConnected)return;let t=f.stays&&[...document.querySelectorAll('form[data-write="reply"]')].find(n=>n.action===
f.form.action);if(!t){Qe();return}le(t).replaceChildren(...le(f.form).childNodes),f.form=t,co()});function Jt(e){e?.querySelector("#handbrake")?.replaceChildren()}
document.addEventListener("input",e=>{e.target.name==="content"&&Jt(e.target.form)});function Ta(e,t=e.querySelector("#handbrake mark")){let n=e.elements.content;
n.focus(),t&&n.setSelectionRange(Number(t.dataset.from),Number(t.dataset.to))}document.addEventListener("click",e=>{let t=e.target.closest?.("#handbrake mark");
t&&Ta(t.closest("form"),t)});var Oa=/\{\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}\}/,g=()=>document.getElementById("saved"),C=()=>document.getElementById("reply"),Z=()=>g().querySelector("input"),fo=()=>[
...g().querySelectorAll('[role="option"]')],$c=()=>fo().filter(e=>!e.hidden),lo=()=>g().querySelector('[aria-selected="true"]'),E=!1,jt=!1,Xt,uo=0;function Na(){
return uo++,Xt=(async()=>{let e=await fetch(g().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&h(),!e.ok)throw new Error(b(e.status,await e.text()));
let t=document.createElement("template");t.innerHTML=await e.text(),document.getElementById("saved-list").replaceWith(t.content.firstElementChild)})().finally(()=>{
uo--}),Xt}var mo=e=>{Q(),A(e instanceof TypeError?b():e.message)};function Gt(e){let t=e.trim().toLowerCase(),n;for(let o of fo()){let r=o.dataset.shortcut.toLowerCase(),
a=t.replace(/^\//,"");o.hidden=!(r.includes(a)||o.querySelector("[data-title]").textContent.toLowerCase().includes(t));let s=o.hidden?0:a&&r===a?3:a&&r.startsWith(
a)?2:1;s>(n?.rank??0)&&(n={rank:s,option:o})}document.getElementById("saved-list").hidden=!n,g().querySelector("[data-none]").hidden=!!n,Ma(n?.option),E&&(g().hidden=
!n)}function Ma(e){for(let n of fo())n.setAttribute("aria-selected",String(n===e));e?.scrollIntoView({block:"nearest"});let t=E?C():Z();e?t.setAttribute("aria-a\
ctivedescendant",e.id):t.removeAttribute("aria-activedescendant")}function _t(){let{value:e,selectionStart:t,selectionEnd:n}=C();return t===n?/(?:^|\n)\/([^\n]{0,64})$/.
exec(e.slice(0,t))?.[1]:void 0}function Q(){g()&&(g().hidden=!0,E=!1,C().removeAttribute("aria-activedescendant"),C().removeAttribute("aria-controls"))}async function po(){
if(g()){De("reply"),E=!1,g().hidden=!1,Z().value="",Z().focus();try{await Na(),Gt(Z().value)}catch(e){mo(e)}}}async function Tc(){if(go(),_t()===void 0){jt=!1,E&&
Q();return}if(jt)return;E||(E=!0,C().setAttribute("aria-controls","saved-list"),Na().catch(mo));try{await Xt}catch{return}let t=_t();E&&t!==void 0&&Gt(t)}async function Ra(e){
let t=C(),n=E?_t():void 0,o=t.selectionEnd,r=n===void 0?t.selectionStart:o-n.length-1,a=l();Q(),t.focus();let s;try{let i=await fetch(`${g().dataset.from}/${e.dataset.
id}`,{headers:{"HX-Request":"true"}});if(i.status===401&&h(),!i.ok)throw new Error(b(i.status,await i.text()));let c=document.createElement("template");c.innerHTML=
await i.text(),s=c.content.firstElementChild.dataset.text}catch(i){mo(i);return}!t.isConnected||a!==l()||(t.setSelectionRange(r,o),document.execCommand("insertT\
ext",!1,s)||(t.setRangeText(s,r,o,"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),Q(),ho(r))}function ho(e){let t=C(),n=Oa.exec(t.value.slice(e));n&&(t.
focus(),t.setSelectionRange(e+n.index,e+n.index+n[0].length))}function go(){let e=document.querySelector("#alert > [data-unfilled]");e&&!C()?.value.includes(e.dataset.
unfilled)&&A("");let t=document.querySelector("[data-fill]");if(!t)return;let n=Oa.exec(C()?.value??"")?.[0],o=n?t.dataset.fill.replace("%",()=>n):"";if((t.firstChild?.
textContent??"")===o||(t.replaceChildren(),!o))return;let r=document.createElement("button");if(r.type="button",r.className="link",r.textContent=o,r.addEventListener(
"click",()=>ho(0)),t.append(r),!/agent\.name/i.test(n))return;let a=document.createElement("a");a.href=`${document.body.dataset.base}/settings/profile`,a.className=
"link",a.textContent=t.dataset.fillAgent,t.append(" ",a)}document.addEventListener("input",e=>{e.isComposing||(e.target.id==="reply"?Tc():g()&&e.target===Z()&&Gt(
Z().value))});document.addEventListener("keydown",async e=>{if(!g()||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||!(E?e.target===C():!g().hidden&&e.target===Z())||
e.key==="Tab"&&(e.shiftKey||!E))return;let n=$c(),o={ArrowDown:1,ArrowUp:-1}[e.key],r=!g().hidden&&n.length>0;if(o&&r)Ma(n[(n.indexOf(lo())+o+n.length)%n.length]);else if(e.
key==="Enter"&&!e.shiftKey||e.key==="Tab"&&r){if(E&&!r&&!uo)return;e.preventDefault(),e.stopPropagation(),await Xt?.catch(()=>{});let a=E?_t():Z().value;if(a===
void 0)return;Gt(a),lo()?Ra(lo()):E&&e.key==="Enter"&&document.execCommand("insertText",!1,`
`);return}else if(e.key==="Escape"&&(!E||r))jt=E,Q(),C().focus();else return;e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{
e.target.closest?.('#saved [role="option"]')&&e.preventDefault()});document.addEventListener("click",e=>{if(e.target.closest?.("[data-saved]")){e.preventDefault(),
g().hidden?po():Q();return}let n=e.target.closest?.('#saved [role="option"]');n?Ra(n):g()&&!g().hidden&&!g().contains(e.target)&&e.target!==C()&&Q()});document.
addEventListener("focusin",e=>{e.target.id==="reply"&&go(),g()&&!g().hidden&&!g().contains(e.target)&&e.target!==C()&&!e.target.matches("[data-saved]")&&Q()});document.
addEventListener("htmx:afterOnLoad",e=>{let{xhr:t,requestConfig:n}=e.detail;t.status===422&&n.elt.matches('form[data-write="reply"]')&&document.querySelector("#\
alert > [data-unfilled]")&&ho(0)});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(E=!1,jt=!1,go())});var et=document.getElementById("found");function Pa(e){et.textContent!==e&&(et.textContent=e)}function Fa(){let e=et.textContent;et.textContent="",setTimeout(()=>{
et.textContent||=e},300)}setTimeout(()=>Pa(document.querySelector("main").dataset.found),100);document.addEventListener("htmx:afterSwap",e=>{let t=document.getElementById(
e.target.id);t?.dataset.found!==void 0&&Pa(t.dataset.found)});var yo=document.querySelector('main[data-view="sheet"] > #open'),Oc=[...document.querySelectorAll("main [autofocus]")].some(e=>e.checkVisibility());yo&&document.
activeElement===document.body&&!Oc&&!location.hash&&(yo.tabIndex=-1,yo.focus({preventScroll:!0}));document.querySelector('main input[type="search"][autofocus]')?.
select();function wo(){for(let e of document.querySelectorAll('main [role="region"][tabindex]'))e.tabIndex=e.scrollWidth>e.clientWidth||e.scrollHeight>e.clientHeight?
0:-1}wo();addEventListener("resize",wo);document.addEventListener("htmx:afterSettle",()=>requestAnimationFrame(wo));var Ka=()=>[...document.querySelectorAll("ma\
in a.who-row")].filter(e=>e.checkVisibility()),tt=()=>Ka().length>0;function nt(e){let t=Ka(),n=t.indexOf(document.activeElement);t[n<0?0:n+e]?.focus()}var Yt=()=>document.
querySelector("main .crumb a"),Ha=()=>new Map([...document.querySelectorAll(":is(main, .says) [data-command]")].filter(e=>e.checkVisibility()).map(e=>[e.dataset.
command,e]));function Va(){return[...Ha().keys()].map((e,t)=>{let n=document.createElement("li");return n.id=`command-here-${t}`,n.role="option",n.ariaSelected=
"false",n.dataset.here=t,n.append(document.createElement("span")),n.firstChild.textContent=e,n.run=()=>{let o=Ha().get(e);o?.control?o.control.focus():o?.click()},
n})}var vo;document.addEventListener("htmx:afterSettle",e=>{let t=vo;!t||e.detail.requestConfig?.elt!==t||(vo=void 0,Fa(),document.activeElement===t&&(matchMedia(
"(pointer: coarse)").matches?t.blur():nt(1)))});document.addEventListener("keydown",e=>{if(!(!e.target.matches?.('main input[type="search"][hx-get]')||e.isComposing)){
if(e.key==="Enter")vo=e.target,e.target.matches(".htmx-request")||e.target.dispatchEvent(new Event("find"));else if(e.key==="ArrowDown"&&tt())nt(1);else return;
e.preventDefault()}});var ee=()=>document.getElementById("selbar"),te=()=>[...document.querySelectorAll("#rows .sel")],bo=`svcx:selection:${document.body.dataset.base}`,Eo=e=>e.matches?.(
"#selection"),j=()=>ee().querySelector('[name="all"]'),I=new Set,ue;function za(){let{view:e,category:t,channel:n,assignee:o,tag:r,q:a}=document.getElementById(
"list").dataset;return JSON.stringify([e,t,n,o,r,a])}function Nc(){try{I.size?sessionStorage.setItem(bo,JSON.stringify({list:za(),ids:[...I]})):sessionStorage.removeItem(
bo)}catch{}}function Mc(){try{let e=JSON.parse(sessionStorage.getItem(bo));e?.list===za()&&(I=new Set(e.ids))}catch{}}var Qt=()=>ee().querySelector("[data-range\
]"),Zt=()=>Qt().ariaPressed==="true",fe=()=>!!(ee()&&I.size);function $e(){if(!ee())return;for(let o of te())o.checked=I.has(o.value);let e=I.size>0;ee().classList.
toggle("on",e),document.getElementById("list").classList.toggle("selecting",e);let t=te().every(o=>o.checked),n=!!document.querySelector("#rows .more");(!e||!t||
!n)&&(j().checked=!1),j().parentElement.hidden=!(e&&(n||!t)),e||(Qt().ariaPressed="false"),j().checked||Ja(e?Zt()?ee().dataset.tRange:ee().dataset.tSelected.replace(
"%",I.size):"")}function Ja(e){let t=document.getElementById("sel-count");t.textContent!==e&&(t.textContent=e)}function rt(){Nc(),$e()}function en(){I.clear(),ue=
void 0,ee()&&(j().checked=!1),rt()}function ja(){return(document.activeElement?.closest?.("#rows > li")??document.querySelector("#rows .conv[aria-current]")?.closest(
"li"))?.querySelector(".sel")}function ot(e,t){t?I.add(e.value):I.delete(e.value)}function Xa(){let e=ja();e&&(ot(e,!I.has(e.value)),ue=e.value,rt())}function _a(){
let e=ja();if(!e)return;let t=te(),n=t.indexOf(e),o=Math.max(t.findIndex(r=>r.value===ue),0);for(let r of t.slice(Math.min(o,n),Math.max(o,n)+1))ot(r,!0);ue=e.value,
rt()}function xo(){if(te().length&&te().every(e=>I.has(e.value))&&!j().checked&&!j().parentElement.hidden){j().click();return}for(let e of te())ot(e,!0);rt()}document.
addEventListener("click",e=>{if(!e.target.matches?.("#rows .sel"))return;let t=e.target,n=t.checked||Zt();if(e.shiftKey&&ue||Zt()){let o=te(),[r,a]=[o.findIndex(
s=>s.value===ue),o.indexOf(t)].sort((s,i)=>s-i);for(let s of o.slice(Math.max(r,0),a+1))ot(s,n)}Qt().ariaPressed="false",ot(t,n),ue=t.value,rt()});document.addEventListener(
"click",e=>{e.target.closest?.("[data-range]")&&(Qt().ariaPressed=String(!Zt()),$e())});document.addEventListener("reset",e=>{Eo(e.target)&&setTimeout(en)});document.
addEventListener("change",async e=>{if(e.target.matches?.('#selection [name="all"]')&&(e.target.checked?xo():$e(),!!e.target.checked))try{let t=await fetch(e.target.
dataset.count);if(!t.ok)throw new Error;let n=new DOMParser().parseFromString(await t.text(),"text/html").body.textContent.trim();j().checked&&Ja(n)}catch{e.target.
checked=!1,$e()}});document.addEventListener("submit",e=>{if(!Eo(e.target))return;for(let n of e.target.querySelectorAll('input[type="hidden"]'))n.remove();let t=(n,o)=>{
let r=document.createElement("input");r.type="hidden",r.name=n,r.value=o,e.target.append(r)};if(e.submitter&&(t(e.submitter.name,e.submitter.value),e.submitter.
closest("[popover]")?.hidePopover()),!j().checked){let n=new Set(te().filter(o=>o.checked).map(o=>o.value));for(let o of I)n.has(o)||t("id",o)}},!0);document.addEventListener(
"htmx:afterRequest",e=>{!Eo(e.target)||e.detail.xhr?.status!==200||(document.getElementById("sel-tags-text").value="",en())});var Ua,Wa=new MutationObserver($e);
function Ga(){let e=document.getElementById("list");!e||e===Ua||(Ua=e,Wa.disconnect(),Wa.observe(document.getElementById("list-scroll"),{childList:!0,subtree:!0}),
I=new Set,Mc(),$e())}Ga();document.addEventListener("htmx:afterSwap",Ga);var Lo=()=>[...document.querySelectorAll("#rows .conv")],ne=()=>matchMedia("(width > 720px)").matches,ge=e=>document.querySelector(e)?.click();function Ya(e){let t=Lo();
if(t.length===0)return;let n=t.indexOf(document.activeElement),o=n>=0?n:t.findIndex(s=>s.hasAttribute("aria-current")),r=Math.max(o+e,0);for(;t[r]?.parentElement.
classList.contains("gone");)r+=e;let a=t[r];e>0&&r>=t.length-1&&ge("#rows .more a"),a&&(a.focus(),ne()&&a.click())}document.addEventListener("click",e=>{if(!e.target.
closest?.("[data-next]"))return;let t=Lo(),n=t.findIndex(o=>o.hasAttribute("aria-current"))+1;for(;t[n]?.parentElement.classList.contains("gone");)n++;if(n>=t.length-
1&&ge("#rows .more a"),!t[n]){ge("#thead .back");return}t[n].click(),Ht(()=>document.querySelector("[data-next]")?.focus({preventScroll:!0}))});function Za(e){document.
querySelector(`[role="tab"][data-tab="${e}"]`)?.click()}function Qa(e){let t=[...document.querySelectorAll("#messages article")],n=t.findIndex(i=>i.contains(document.
activeElement)),{top:o,bottom:r}=document.getElementById("thread")?.getBoundingClientRect()??{},a=t.filter(i=>i.getBoundingClientRect().bottom>o&&i.getBoundingClientRect().
top<r),s=n<0?a.find(i=>i.querySelector(".hit"))??a.at(e<0?-1:0):t[Math.min(Math.max(n+e,0),t.length-1)];s&&(s.tabIndex=-1,s.focus())}function P(){let e=ne()&&document.
querySelector(".conv[aria-current]");(e||document.getElementById("thread"))?.focus({preventScroll:!e})}var tn=e=>()=>{fe()||Rc(`pick-${e}`),ge(fe()?`[data-sel="${e}\
"]`:`#details [data-pick="${e}"]`)};function Rc(e){let t=document.getElementById("details"),n=document.querySelector("#thead .show-d");!n?.checkVisibility()||!t||
t.matches(":popover-open")||(t.dataset.while=e,t.showPopover({source:n}))}document.addEventListener("toggle",e=>{let t=document.getElementById("details");e.newState!==
"closed"||!e.target.id||t?.dataset.while!==e.target.id||(delete t.dataset.while,t.hidePopover())},!0);var es=e=>()=>ge(`${fe()?"#selection":"#thead"} [data-key=\
"${e}"]`);function ts(e,t){let n=t&&document.querySelector(t);if(n?.checkVisibility()){n.click();return}let o=document.querySelector("main");if(!document.getElementById(
"open")?.dataset.conversationId)return;let r=new Set((o.dataset.hides??"").split(" ").filter(Boolean));r.delete(e)||r.add(e),o.dataset.hides=[...r].join(" "),document.
cookie=`svcx_hides=${[...r].join(".")}; path=/app; max-age=31536000; samesite=lax`}function So(e,t){let n=o=>e?.querySelector(`[aria-keyshortcuts="${o}"]`);(t&&
n("Control+Shift+Enter")||n("Control+Enter"))?.click()}var qo=()=>[...document.querySelectorAll("form[data-write]")].find(e=>e.checkVisibility()),os=()=>document.
querySelector("#waiting [data-undo]")??document.querySelector("#say [data-undo]")??document.querySelector("#bulk [data-undo]"),he={j:()=>tt()?nt(1):Ya(1),k:()=>tt()?
nt(-1):Ya(-1),J:()=>Qa(1),K:()=>Qa(-1),o:()=>document.activeElement?.matches?.(".conv, .who-row")&&document.activeElement.click(),u:()=>Yt()?Yt().click():ds(),r:()=>Za(
"reply"),n:()=>Za("note"),s:po,"Ctrl+Enter":()=>So(qo()),"Ctrl+Shift+Enter":()=>So(qo(),!0),"[":()=>ts("details","#thead .show-d"),"]":()=>ts("list"),e:es("e"),
E:es("E"),x:Xa,X:_a,"*":xo,z:()=>os()?.click(),a:tn("assign"),c:tn("category"),p:tn("priority"),t:tn("tags"),m:()=>{document.querySelector(`${fe()?"#sel-assign":
"#pick-assign"} [value="${document.body.dataset.me}"]`)?.click()},"/":()=>{let e=[...document.querySelectorAll('input[name="q"]')].find(t=>t.offsetParent);e?.focus(),
e?.select()}},k=document.getElementById("commands");function Io(e){if(/Mac|iPhone|iPad/.test(navigator.platform))for(let t of e.querySelectorAll("kbd"))t.textContent=
t.textContent.replace("Ctrl","⌘")}Io(document);var st=k.querySelector("input"),Co=()=>[...k.querySelectorAll('[role="option"]:not([hidden], [aria-disabled="tr\
ue"])')],ko=!1;async function Pc(){let e=k.querySelector('[role="listbox"]');for(let n of e.querySelectorAll("[data-here]"))n.remove();let t=e.children.length>0;
if(e.prepend(...Va()),st.value="",ko=!1,nn(),k.showModal(),!t)try{let n=await fetch(`${document.body.dataset.base}/commands`);if(!n.ok)throw new Error(n.status);
let o=document.createElement("template");o.innerHTML=await n.text(),Io(o.content),e.append(o.content),nn()}catch{ko=!0,nn()}}function Fc(e){return e.startsWith(
"Ctrl+")?!!qo()?.elements.content.value.trim():"eEmacpt".includes(e)&&fe()||"jko".includes(e)&&tt()||e==="u"&&Yt()?!0:ss.has(e)||e==="u"||e==="]"?!!document.getElementById(
"open")?.dataset.conversationId:"jkoxX*".includes(e)?Lo().length>0:e!=="z"||!!os()}function nn(){let e=st.value.trim().toLowerCase();for(let r of k.querySelectorAll(
'[role="option"]'))r.hidden=!r.textContent.toLowerCase().includes(e),r.ariaDisabled=Fc(r.dataset.key??"?")?null:"true";rs(Co()[0]);let t=k.querySelector("[data-\
none]"),n=k.querySelector('[role="option"]:not([hidden])')||!k.querySelector('[role="option"]'),o=ko?document.body.dataset.tFailed:n?"":t.dataset.none;t.textContent!==
o&&(t.textContent=o)}function rs(e){for(let t of k.querySelectorAll('[aria-selected="true"]'))t.setAttribute("aria-selected","false");e?.setAttribute("aria-sele\
cted","true"),e?.scrollIntoView({block:"nearest"}),st.setAttribute("aria-activedescendant",e?.id??"")}function as(e){if(k.close(),e.run){e.run();return}if(e.dataset.
to){R(e.dataset.to);return}let[t,n]=e.dataset.key.split(" ");n?cs[n]?.():is(t)}var ss=new Set(["J","K","r","n","s","Ctrl+Enter","Ctrl+Shift+Enter","e","E","m","\
a","c","p","t","["]);function is(e){Kt()||(ss.has(e)?Ge()?Ht(he[e]):ya()||he[e]():he[e]?.())}st.addEventListener("input",nn);st.addEventListener("keydown",e=>{let t=Co(),
n=t.findIndex(r=>r.getAttribute("aria-selected")==="true"),o={ArrowDown:1,ArrowUp:-1}[e.key];if(o&&t.length)rs(t[(n+o+t.length)%t.length]);else if(e.key==="Ente\
r"&&t[n])as(t[n]);else return;e.preventDefault()});k.addEventListener("click",e=>{let t=e.target.closest('[role="option"]');Co().includes(t)?as(t):e.target===k&&
k.close()});var pe=document.getElementById("keys");he["?"]=async()=>{if(pe.showModal(),!pe.querySelector(".keycols"))try{let e=await fetch(`${document.body.dataset.
base}/keys`);if(!e.ok)throw new Error(e.status);let t=document.createElement("template");t.innerHTML=await e.text(),Io(t.content),pe.append(t.content)}catch{pe.
close(),Ze()}};pe.addEventListener("click",e=>{e.target===pe&&pe.close()});location.hash==="#search"&&he["/"]();var at=(e,t)=>()=>document.querySelector(t)?ge(t):
R(document.body.dataset.base+e),me=e=>at(`/inbox?view=${e}`,`.navlink[href*="view=${e}"]`),cs={m:me("mine"),n:me("mentions"),u:me("unassigned"),o:me("open"),d:me(
"undelivered"),r:me("resolved"),c:me("closed"),a:at("/ratings",'.navlink[data-place="ratings"]'),p:at("/contacts",'.navlink[href$="/contacts"]'),e:at("/reports",
'[data-go="reports"]'),s:at("/settings",'[data-go="settings"]')};function ds(){let e=document.querySelector(".conv[aria-current]");ne()?e?.focus():ge("#thead .b\
ack")}function Hc({key:e,ctrlKey:t,metaKey:n,shiftKey:o,repeat:r}){let a=document.activeElement??document.body;!a.dispatchEvent(new KeyboardEvent("keydown",{key:e,
ctrlKey:t,metaKey:n,shiftKey:o,repeat:r,bubbles:!0,cancelable:!0}))||t||n||!a.matches('input:not([type="checkbox"]), textarea')||(e==="Backspace"?document.execCommand(
"delete"):e!=="Enter"?document.execCommand("insertText",!1,e):a.matches("textarea")&&document.execCommand("insertText",!1,`
`))}function Kc(e){if(!ga()||!Ge()||document.querySelector("[popover]:popover-open, dialog[open]"))return!1;let t=e.getModifierState?.("AltGraph");if(e.key==="E\
scape")Vt();else{if(e.key!=="Enter"&&e.key!=="Backspace"&&e.key.length>1)return!1;if(e.altKey&&!t||(e.ctrlKey||e.metaKey)&&!t&&e.key!=="Enter")return!1;Ht(()=>Hc(
t?{key:e.key}:e))}return e.preventDefault(),!0}var ns=0;document.addEventListener("keydown",e=>{if(e.key==="k"&&(e.ctrlKey||e.metaKey)){e.preventDefault(),k.open?
k.close():Pc();return}let t=e.target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]'),n=t?.checkVisibility()&&t;if(!n&&Kc(e))return;
if(e.key==="Enter"&&(e.ctrlKey||e.metaKey)&&e.target.form?.dataset.write){e.preventDefault(),So(e.target.form,e.shiftKey);return}if(n){e.key==="Escape"&&!e.isComposing&&
!n.closest("[popover], dialog")&&(n.blur(),n.closest("#composer")&&P());return}if(e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||document.querySelector("[p\
opover]:popover-open, dialog[open]"))return;if(e.key==="Escape"){fe()?en():ds();return}if(document.body.dataset.keys==="off")return;let o=Date.now()-ns<1500?cs:
he;ns=e.key==="g"?Date.now():0;let r=o[e.key];r&&(e.preventDefault(),!(e.repeat&&!"jkJK".includes(e.key))&&(o===he?is(e.key):r()))});var dt=document.body.dataset,Ao=crypto.getRandomValues(new Uint32Array(2)).join(""),Vc=720*60*1e3,Uc=4e4,lt=(e,t)=>e===l()?document.querySelector(`form[data-wri\
te="${t}"]`):null,Bo=e=>/\/inbox\/(\d+)\//.exec(e)[1],sn=e=>!e||e===429||e>=502&&e<=504,rn=(e,t)=>e.fields.find(([n])=>n===t)?.[1]??"";function it(e,t,n=Date.now(),o=!1){
let r=Bo(e.path),a=[...e.formData].filter(([,i])=>typeof i=="string");a.push(["event",document.getElementById("details")?.dataset.event??""]),_(r,t,{fields:a,to:e.
path,at:n,...o&&{asks:o}}),D(r);let s=lt(r,t)?.contains(document.activeElement);Te(),s&&document.querySelector(`#panel-${t} [data-unsent-edit]`)?.focus(),To()}var us=e=>Date.
now()-e.at>Vc;function $o(e,t,n){fs(e,t);let o=lt(e,t);!o||o.elements.content.value||(o.elements.content.value=rn(n,"content"),M(o))}function fs(e,t){_(e,t,null),
D(e),Te()}function ms(e,t){it({path:e.getAttribute("hx-post")??e.action,formData:new FormData(e,t?.name?t:void 0)},e.dataset.write)}function ps(e,t,n){_(e,"repl\
y",{fields:n,to:t,at:Date.now()}),D(e),No(e,"reply").then(()=>{S(e,"reply")&&To()})}document.addEventListener("htmx:beforeRequest",e=>{let t=e.target,n=t.dataset?.
write;if(!n)return;let o=e.detail.requestConfig;if(q()||Oo(Bo(o.path))){e.preventDefault(),A(""),it(o,n),cn();return}let r=Date.now(),a=new AbortController,s=(i,c)=>t.
addEventListener(i,d=>{a.abort(),c(d.detail.xhr?.status)},{signal:a.signal});for(let i of["htmx:sendError","htmx:timeout","htmx:sendAbort","htmx:responseError"])
s(i,c=>{sn(c)&&it(o,n,r)});addEventListener("pagehide",()=>it(o,n,r),{signal:a.signal}),s("htmx:beforeOnLoad",i=>{i!==422||Bo(o.path)===l()||(it(o,n,r,!0),m(dt.
tAsks))})});Wt(e=>{if(!e){on=0,cn();return}for(let t of document.querySelectorAll("form[data-write].htmx-request"))window.htmx.trigger(t,"htmx:abort")});var on=0,
Do;function To(){clearTimeout(Do),on=Math.min(6e4,Math.max(5e3,2*on)),Do=setTimeout(cn,on)}var ct=new Map;async function cn(){clearTimeout(Do);let e=new Set(Ot().
map(({id:t})=>t).sort((t,n)=>(n===l())-(t===l())));for(let t of e)await No(t,void 0,t===l()?0:1500);Ot().some(({id:t,kind:n})=>!S(t,n)?.asks)&&To()}var hs=e=>["\
reply","note"].map(t=>({kind:t,...S(e,t)})).filter(({fields:t,asks:n})=>t&&!n).sort((t,n)=>t.at-n.at),Oo=e=>hs(e)[0]?.kind;async function No(e,t,n=0){for(let{kind:o}of hs(
e))if(await Mo(e,o,n),o===t||Oo(e)===o)return}function Mo(e,t,n=0,o=!1){let r=`${e}:${t}`;return ct.has(r)||ct.set(r,zc(e,t,n,o).finally(()=>ct.delete(r))),ct.get(
r)}addEventListener("pagehide",()=>{for(let e of ct.keys())an(...e.split(":"))});async function Wc(e,t){S(e,t)?.asks?await Mo(e,t,0,!0):await No(e,t)}async function zc(e,t,n,o){
try{await new Promise(c=>{setTimeout(c,n)});let r=S(e,t);if(!o&&Oo(e)!==t||!r||r.asks&&!o||r.claim&&r.claim!==Ao&&Date.now()-r.claimedAt<Uc)return;if(us(r)){_(e,
t,{...r,asks:!0});return}r={...r,claim:Ao,claimedAt:Date.now()},_(e,t,r);let a=new FormData;for(let[c,d]of r.fields)a.append(c,d);a.append("unattended","true");
let s=await fetch(r.to,{method:"POST",body:t==="note"?new URLSearchParams(a):a,headers:{"HX-Request":"true"},signal:AbortSignal.timeout(3e4)}),i=await s.text();
S(e,t)&&Jc(e,t,r,s.status,i)}catch{an(e,t)}}function an(e,t){let n=S(e,t);n?.claim===Ao&&_(e,t,{...n,claim:void 0})}function Jc(e,t,n,o,r){let a=e===l();if(sn(o))
an(e,t);else if(o===401)an(e,t),h();else if(o===200){let s=a&&document.getElementById(`panel-${t}`)?.contains(document.activeElement),i=lt(e,t);(!i||!Ro(e,i,rn(
n,"content")))&&Mt(e,t),t==="reply"&&dn(e),fs(e,t),a?window.htmx.swap("#open",r,{swapStyle:"none"}):m(dt.tSentLater),s&&P()}else if(a){let s=lt(e,t);$o(e,t,n),o===
422?window.htmx.swap("#open",r,{swapStyle:"none"}):A(b(o,r),s)}else _(e,t,{...n,claim:void 0,asks:!0}),D(e),m(dt.tAsks)}var ls=e=>document.importNode(document.querySelector(
`#composer template[data-${e}]`).content.firstElementChild,!0);function Te(){let e=l(),t=document.getElementById("unsent");if(t)for(let n of document.querySelectorAll(
"form[data-write]")){let o=n.dataset.write,r=S(e,o),a=n.parentElement.querySelector(".unsent-bar"),s=t.querySelector(`[data-kind="${o}"]`);if(n.hidden=!!r,!r){a?.
remove(),s?.remove();continue}n.elements.key.value=rn(r,"key"),a||n.before(ls("unsent-bar")),s||(s=ls("unsent"),s.dataset.kind=o,s.classList.add(o==="note"?"not\
e":"ours"),t.append(s));let i=s.querySelector(".body"),c=rn(r,"content")||r.fields.filter(([d])=>d==="attachment").map(([,d])=>d.split(" ").slice(1).join(" ")).
join(", ");i.textContent!==c&&(i.textContent=c)}}function gs(e){Te();for(let t of["reply","note"]){let n=S(e,t);n?.asks&&(us(n)?$o(e,t,n):q()||Mo(e,t,0,!0))}}document.
addEventListener("click",e=>{let t=e.target.closest?.(".unsent-bar button");if(!t)return;let n=l(),o=t.closest('[role="tabpanel"]').querySelector("form"),r=o.dataset.
write;if(t.matches("[data-unsent-now]")){Wc(n,r).then(()=>{S(n,r)&&de(dt.tStill)});return}let{content:a}=o.elements;$o(n,r,S(n,r));let s=a.value;t.matches("[dat\
a-unsent-discard]")?(a.value="",M(o),zt(o,dt.tDiscarded,()=>{a.value=s,o.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0})),M(o),a.focus()}),P()):a.focus()});
addEventListener("storage",e=>{let t=Rn(e.key);if(!t)return;D(t.id);let n=lt(t.id,t.kind);n&&!e.newValue&&(n.elements.key.value=crypto.getRandomValues(new Uint32Array(
4)).join("-")),Te()});Ot().length&&setTimeout(cn,500);var Po=document.body.dataset,Ho=new Map,ye=e=>Ho.get(e)??[],$=()=>document.querySelector("[data-uploads]"),Fo=e=>`svcx:files:${Po.base}:${Po.me}:${e}`;function Ko(e){
try{let t=ye(e).map(n=>n.file.name);t.length?localStorage.setItem(Fo(e),JSON.stringify(t)):localStorage.removeItem(Fo(e))}catch{}}function jc(e){try{return JSON.
parse(localStorage.getItem(Fo(e)))??[]}catch{return[]}}var Xc=e=>e<1024*1024?`${Math.max(1,Math.round(e/1024))} KiB`:`${(e/1024/1024).toFixed(1)} MiB`;function Oe(e){
let t=$()?.querySelector('[role="status"]');t&&t.textContent!==e&&(t.textContent=e)}function Vo(e){let t=$();if(!t||e.length===0)return;if(t.dataset.takes===void 0){
Oe(t.dataset.tNone);return}De("reply");let n=l(),o=ye(n);Ho.set(n,o);let r=Number(t.dataset.maxFiles)-o.length;Oe(e.length>r?t.dataset.tMany:"");for(let a of[...e].
slice(0,Math.max(0,r))){let s={id:n,file:a,to:t.dataset.to,progress:0};o.push(s),a.size>Number(t.dataset.maxBytes)?s.refused=t.dataset.tLarge:a.size===0?s.refused=
t.dataset.tEmpty:ys(s)}Ko(n),Ne(),Jt(t.closest("form"))}function ys(e){let t=new XMLHttpRequest,n=new FormData;n.append("file",e.file,e.file.name),e.request=t,e.
failed=e.refused="",e.progress=0,t.upload.addEventListener("progress",o=>{e.progress=o.lengthComputable?100*o.loaded/o.total:0,Ne(e)}),t.addEventListener("loade\
nd",()=>{if(e.request!==t||(e.request=void 0,t.status===401&&h()))return;let o=document.createElement("template");o.innerHTML=t.status===200||t.status===422?t.responseText:
"";let r=o.content.firstElementChild;t.status===200&&r?e.stored=r.dataset.id:t.status===422&&r?e.refused=r.textContent:e.failed=$()?.dataset.tFailed??Po.tFailed,
Ne(),Uo(e.id)}),t.open("POST",e.to),t.setRequestHeader("HX-Request","true"),t.send(n)}function _c(e){let t=ye(e.id),{request:n}=e;e.request=void 0,n?.abort();let o=t.
indexOf(e);t.splice(o,1),Ko(e.id),Oe(""),Ne(),Jt($()?.closest("form")),($()?.querySelectorAll("[data-remove]")[Math.min(o,t.length-1)]??document.getElementById(
"reply"))?.focus(),Uo(e.id)}function Ne(e){let t=$();if(!t)return;let n=t.querySelector("ul"),o=ye(l());for(let r of[...n.children])o.includes(r.one)||r.remove();
for(let r of o){let a=[...n.children].find(d=>d.one===r);if(a&&e&&e!==r)continue;a||(a=document.importNode(t.querySelector("template").content.firstElementChild,
!0),a.one=r,a.querySelector("[data-name]").textContent=r.file.name,a.querySelector("[data-size]").textContent=Xc(r.file.size),a.querySelector("[data-reason]").setAttribute(
"role","alert"),a.querySelector("progress").setAttribute("aria-label",r.file.name),a.querySelector("[data-remove]").addEventListener("click",()=>_c(r)),a.querySelector(
"[data-again]").addEventListener("click",()=>{ys(r),Ne(),a.querySelector("[data-remove]").focus()}),n.append(a)),a.querySelector("[data-remove]").setAttribute("\
aria-label",(r.request?t.dataset.tCancel:t.dataset.tRemove).replace("%",()=>r.file.name)),a.querySelector("progress").hidden=!r.request,a.querySelector("progres\
s").value=r.progress,a.querySelector("[data-again]").hidden=!r.failed;let i=a.querySelector("[data-reason]");i.textContent!==(r.refused||r.failed||"")&&(i.textContent=
r.refused||r.failed||"");let c=a.querySelector("input");c.disabled=!r.stored,c.value=r.stored??""}}function vs(e){if(!$())return;Ne();let t=ye(e).length?[]:jc(e);
Oe(ln.has(e)?$().dataset.tWaits:t.length?$().dataset.tLost.replace("%",()=>t.join(", ")):"")}function dn(e){Ho.delete(e),Ko(e)}var ln=new Map;function Uo(e){let t=ln.
get(e);if(!t)return;let n=ye(e),o=n.some(r=>r.failed||r.refused);!o&&n.some(r=>r.request)||(ln.delete(e),e===l()&&Oe(""),o?A(t.stopped):e===l()?document.querySelector(
'form[data-write="reply"]').requestSubmit(t.button?.isConnected?t.button:void 0):ps(e,t.to,[...t.fields,...n.map(r=>["attachment",r.stored])]))}document.addEventListener(
"submit",e=>{if(!e.target.matches?.('form[data-write="reply"]')||e.submitter?.hasAttribute("formaction"))return;let t=l();if(!ye(t).some(r=>r.request||r.failed||
r.refused))return;e.preventDefault(),e.stopImmediatePropagation();let o=[...new FormData(e.target,e.submitter),["event",document.getElementById("details").dataset.
event]].filter(([r])=>r!=="attachment");ln.set(t,{button:e.submitter,to:e.target.action,fields:o,stopped:$().dataset.tStopped}),Oe($().dataset.tWaits),Uo(t)},!0);
document.addEventListener("change",e=>{e.target.matches(".attach input")&&(Vo(e.target.files),e.target.value="")});document.addEventListener("paste",e=>{let t=e.
clipboardData?.files??[];e.target.id!=="reply"||t.length===0||e.clipboardData.types.includes("text/plain")||(e.preventDefault(),Vo(t))});var Wo=e=>e.dataTransfer?.
types.includes("Files"),ws=e=>e.target.closest?.(".thr")?.querySelector("#drop");function zo(e){let t=document.getElementById("drop");t&&(t.hidden=!e)}document.
addEventListener("dragover",e=>{if(!Wo(e))return;e.preventDefault();let t=ws(e);e.dataTransfer.dropEffect=t&&$()?.dataset.takes!==void 0?"copy":"none",zo(t)});document.
addEventListener("dragleave",e=>{Wo(e)&&!e.relatedTarget&&zo(!1)});document.addEventListener("drop",e=>{Wo(e)&&(e.preventDefault(),zo(!1),ws(e)&&Vo(e.dataTransfer.
files))});var Gc=document.body.dataset,bs=new Intl.NumberFormat(document.documentElement.lang),Yc=CSS.supports("field-sizing","content");function ut(e){let t=e.elements.content,
n=Number(t.dataset.max),o=t.value.length>n*.8?[...t.value].length:0,r=e.querySelector("[data-length]");if(r.textContent=o>n*.8?`${bs.format(o)} / ${bs.format(n)}`:
"",r.classList.toggle("need",o>n),o>n?t.setAttribute("aria-invalid","true"):t.removeAttribute("aria-invalid"),Yc||!t.checkVisibility())return;t.rows=2;let{lineHeight:a,
paddingTop:s,paddingBottom:i}=getComputedStyle(t);t.rows=Math.max(2,Math.round((t.scrollHeight-parseFloat(s)-parseFloat(i))/parseFloat(a)))}var Es=0;document.addEventListener(
"input",e=>{let t=e.target.closest?.("form[data-write]");t&&(M(t),ut(t),Date.now()-Es>3e3&&(Es=Date.now(),fetch(`${Gc.base}/inbox/${document.getElementById("ope\
n").dataset.conversationId}/typing`,{method:"POST"}).catch(()=>{})))});document.addEventListener("svcx:restored",e=>ut(e.target));window.visualViewport?.addEventListener(
"resize",()=>{let{height:e,scale:t}=window.visualViewport,n=t===1?Math.max(0,innerHeight-e):0;document.documentElement.style.setProperty("--keyboard",`${n}px`),
n&&scrollTo(0,0)});var Zc=document.body.dataset,oe=new Map;function Qc(e){let t=document.getElementById("open"),n=[...document.querySelectorAll(`.conv[data-conversation-id="${e}"]\
 .viewers`)];return t?.dataset.conversationId===e&&n.push(document.getElementById("viewers")),n.filter(Boolean)}function ft(e){for(let t of Qc(e)){let n=[...oe.
get(e)?.values()??[]].map(o=>o.cloneNode(!0));t.replaceChildren(...n)}}function ve(e){if(e)ft(e.dataset.conversationId);else for(let t of oe.keys())ft(t)}function xs(e){
if(!e){let a=[...oe.keys()];oe.clear(),a.forEach(ft);return}let{conversationId:t,user:n,on:o}=e.dataset;if(n===Zc.me)return;let r=oe.get(t)??new Map;o==="true"?
r.set(n,e):r.delete(n),r.size?oe.set(t,r):oe.delete(t),ft(t)}function Ss(e,t,n){let o=oe.get(e)?.get(t);if(!o)return;o.classList.toggle("typing-now",n);let r=n?
o.dataset.typing:o.title;o.setAttribute("aria-label",r),ft(e)}var F=document.body.dataset,Is=`svcx:told:${F.base}:${F.me}`,qs=10*6e4;function ed(){try{return{event:0,note:0,...JSON.parse(localStorage.getItem(Is))}}catch{return{
event:0,note:0}}}function ks(e,t){let n=ed();if(t<=n[e])return!1;try{localStorage.setItem(Is,JSON.stringify({...n,[e]:t}))}catch{}return!0}var fn=e=>(e??"").split(
" ").includes(F.me);function Xo(e){return[...e.querySelectorAll("[data-waits]")]}function we(e){return Xo(e).some(t=>!t.hidden)}var Jo=new Map;function Cs(e){for(let t of e.
querySelectorAll(".mention"))t.classList.toggle("me",t.dataset.user===F.me);return!fn(e.dataset.mentions)||e.dataset.by.split("/")[1]===F.me?!1:(Jo.set(e.dataset.
conversationId,e),!0)}function As(e,t){sa(e,F.me,p(e.dataset.conversationId));let{conversationId:n,handed:o,handedAt:r,event:a,assignee:s,mentions:i,hands:c,mentioned:d}=e.
dataset,u=Jo.get(n);Jo.delete(n);let v=n===l(),y=v&&document.visibilityState==="visible"&&document.hasFocus();for(let N of Xo(e))N.hidden=y||!fn(N.dataset.waits===
"mention"?i:c);if(y&&Mn(e),v&&(fn(i)||fn(c))&&Me(n),!(y||!t))if(u&&Date.now()-Number(u.dataset.at)<qs&&ks("note",Number(u.dataset.messageId))){let N=u.querySelector(
".by b").textContent.trim();Ls(e,d.replace("%",()=>N),F.tMentionedMany,"mentions",`/inbox/${n}?m=${u.dataset.messageId}#${u.id}`),jo(e,u.id)}else o&&s===F.me&&Date.
now()-Number(r)<qs&&ks("event",Number(a))&&(Ls(e,o,F.tHandedMany,"mine",`/inbox/${n}`),jo(e,`handed-${a}`))}var un={view:"",at:0,n:0};function Ls(e,t,n,o,r){let a=un.
view===o&&Date.now()-un.at<5e3?un.n+1:1;un={view:o,at:Date.now(),n:a};let s=document.createElement("a");s.className="btn sm",s.textContent=F.tOpen,s.href=F.base+
(a>1?`/inbox?view=${o}`:r),m(a>1?n.replace("%",a):t),a===1&&o==="mine"&&s.addEventListener("click",i=>{let c=p(e.dataset.conversationId);!c||i.ctrlKey||i.metaKey||
i.shiftKey||(i.preventDefault(),c.click())}),document.getElementById("say").append(" ",s)}function mn(e){let t=p(e);if(!(!t||!we(t))){for(let n of Xo(t))n.hidden=
!0;Mn(t),be()}}var T=document.body.dataset,pt=(T.notify??"").split(" ").filter(Boolean),_o=(T.signs??"").split(" "),ht=`svcx:unread:${T.base}:${T.me}`;function Go(e){let{assignee:t,
status:n}=e.dataset,o=t===""?"unassigned":t===T.me?"mine":"others";return n==="open"&&pt.includes(o)}function Re(){try{return new Set(JSON.parse(localStorage.getItem(
ht)??"[]"))}catch{return new Set}}function hn(e){try{localStorage.setItem(ht,JSON.stringify([...e].slice(-999)))}catch{}Yo(e.size)}var pn=document.title;function Yo(e){
if(!_o.includes("count"))return;let t=e?`(${e}) ${pn}`:pn;document.title!==t&&(document.title=t);let n=document.querySelector('link[rel="icon"]'),o=e?T.iconNew:
T.icon;n.getAttribute("href")!==o&&n.setAttribute("href",o),(e?navigator.setAppBadge?.(e):navigator.clearAppBadge?.())?.catch(()=>{})}function gt(e){let t=Re();
t.delete(e)&&hn(t)}var Zo=new Map,Bs=0;function $s(e){let t=Number(e.dataset.messageId);t<=Bs||(Bs=t,Zo.set(e.dataset.conversationId,e))}function Ts(e,t){let n=e.
dataset.conversationId,o=Zo.get(n);Zo.delete(n);let r=Date.parse(e.querySelector("time")?.dateTime);if(!Go(e)&&!we(e)&&gt(n),!o||!Go(e)||Number(o.dataset.at)<r||
document.getElementById("open")?.dataset.conversationId===n&&document.visibilityState==="visible"&&document.hasFocus())return;let s=Re();s.add(n),hn(s),Os(e,t,o.
id)}function jo(e,t){if(!pt.includes("mine"))return;let n=Re();n.add(e.dataset.conversationId),hn(n),Os(e,!0,t)}async function Os(e,t,n){if(t){if(!window.SharedWorker){
let o=()=>localStorage.getItem(`${ht}:told`)===n?!1:(localStorage.setItem(`${ht}:told`,n),!0);try{if(!await(navigator.locks?navigator.locks.request("svcx-told",
o):o()))return}catch{}}_o.includes("sound")&&nd(),_o.includes("desktop")&&td(e)}}function td(e){if(!window.isSecureContext||window.Notification?.permission!=="g\
ranted")return;let t=n=>e.querySelector(n)?.textContent.trim()??"";try{let n=new Notification(t(".who"),{body:`${t(".subj")}
${t(".prev")}`.trim(),tag:`svcx:${T.base}:${e.dataset.conversationId}`,icon:T.icon});n.onclick=()=>{n.close(),window.focus();let o=p(e.dataset.conversationId);o?
o.click():R(`${T.base}/inbox/${e.dataset.conversationId}`)}}catch{}}var Ds=0,mt;function nd(){if(!(!navigator.userActivation?.hasBeenActive||Date.now()-Ds<3e3)){
Ds=Date.now(),mt??=new AudioContext;for(let[e,t]of[[0,660],[.12,880]]){let n=new OscillatorNode(mt,{frequency:t}),o=new GainNode(mt,{gain:0}),r=mt.currentTime+e;
o.gain.setValueAtTime(1e-4,r),o.gain.exponentialRampToValueAtTime(.12,r+.02),o.gain.exponentialRampToValueAtTime(1e-4,r+.22),n.connect(o).connect(mt.destination),
n.start(r),n.stop(r+.25)}T.rang=String(Number(T.rang??0)+1)}}function od(){if(pt.length===0)return;let e=Re();for(let t of document.querySelectorAll(".conv"))t.
classList.contains("unread")&&Go(t)||we(t)&&pt.includes("mine")?e.add(t.dataset.conversationId):e.delete(t.dataset.conversationId);hn(e)}pt.length>0&&(new MutationObserver(
()=>{let e=document.title.replace(/^\(\d+\) /,"");e===pn&&document.title!==e||(pn=e,Yo(Re().size))}).observe(document.head,{childList:!0,subtree:!0,characterData:!0}),
addEventListener("storage",e=>{e.key===ht&&Yo(Re().size)}),od());function er(){let e=document.querySelector("#fill dialog");!e||e.matches(":modal")||(e.removeAttribute("open"),e.showModal(),Ns(e.querySelector("[aria-invalid]")??
e.querySelector("[autofocus]")))}function Ns(e){e?.focus(),e?.ariaInvalid&&e.select?.()}er();function tr(){let e=document.getElementById("details");if(!e?.matches(
":popover-open"))return()=>{};let t=e.dataset.while;if(t&&!document.getElementById(t)?.matches(":popover-open"))return()=>{};let n=e.contains(document.activeElement)?
document.activeElement.getAttribute("popovertarget"):"";return()=>{let o=document.querySelector("#thead .show-d");o.focus({preventScroll:!0});let r=document.getElementById(
"details");t&&(r.dataset.while=t),r.showPopover({source:o}),n&&r.querySelector(`[popovertarget="${n}"]`)?.focus()}}var re=history.state?.details;document.addEventListener(
"toggle",e=>{if(e.target.id!=="details"||ne())return;let t={details:e.newState};if(re)history.replaceState(t,"");else if(e.newState==="open")history.pushState(t,
"");else return;re=e.newState},!0);addEventListener("popstate",e=>{let t=re;re=e.state?.details,!(!t||re)&&(e.stopImmediatePropagation(),t==="closed"?history.back():
document.getElementById("details")?.hidePopover())});document.addEventListener("htmx:beforeHistoryUpdate",e=>{re&&(e.detail.history.type="replace"),re=void 0});
re==="open"&&!ne()&&document.getElementById("details")?.showPopover();var Ms=!1,Qo;document.addEventListener("htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="d\
etails"&&(Qo=tr()),e.detail.target.id!=="fill")return;let t=e.detail.target.querySelector("dialog[open]");Ms=!!t,t?.close()});document.addEventListener("htmx:oo\
bAfterSwap",e=>{e.detail.target.id==="fill"&&(er(),Ms&&!document.querySelector("#fill dialog")&&P()),e.detail.target.id==="details"&&(Qo?.(),Qo=void 0,Ns(document.
querySelector("#details form.editing [aria-invalid]")))});document.addEventListener("htmx:afterSwap",er);document.addEventListener("click",e=>{let t=e.target.closest?.(
"dialog:modal [data-close]");t&&(e.preventDefault(),t.closest("dialog").close());let n=e.target.closest?.("[data-opens]");if(n){e.preventDefault();let o=n.closest(
"[popover]"),r=document.querySelector(`[popovertarget="${o.id}"]`);o.hidePopover(),document.getElementById(n.getAttribute("popovertarget")).showPopover({source:r})}});
document.addEventListener("keydown",e=>{e.key!=="Enter"||e.altKey||!e.target.matches?.("#fill select")||(e.preventDefault(),e.target.form.requestSubmit())});document.
addEventListener("submit",e=>e.target.classList?.remove("editing"),!0);document.addEventListener("keydown",e=>{e.key!=="Enter"||!(e.ctrlKey||e.metaKey)||!e.target.
matches?.("#field-content")||(e.preventDefault(),e.target.form.requestSubmit())});var yt=new Set,Rs=(e,t)=>Number(e.dataset.tried)<Number(t.dataset.tried);document.addEventListener("htmx:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;t.
matches(".dlv")&&Rs(n.firstElementChild,t)&&(e.detail.shouldSwap=!1)});async function Ps(e,t){let n=await fetch(t,{headers:{"HX-Request":"true"}});if(!n.ok)throw new Error(
n.status);let o=new DOMParser().parseFromString(await n.text(),"text/html"),[r,a]=[document.getElementById(e),o.getElementById(e)];r&&a&&yt.has(e)&&!Rs(a,r)&&Hs(
r,document.importNode(a,!0))}var nr;document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.(".dlv");nr=t?.contains(document.activeElement)?t.
id:void 0});var Fs=e=>nr===e&&(document.activeElement===document.body||document.getElementById(e)?.contains(document.activeElement));document.addEventListener("\
htmx:oobAfterSwap",e=>{let{id:t}=e.detail.target;nr&&Fs(t)&&document.getElementById(t).querySelector("a").focus()});function Hs(e,t){let n=e.contains(document.activeElement)||
Fs(e.id);e.replaceWith(t),w(t),window.htmx.process(t),n&&t.querySelector("a").focus()}document.addEventListener("click",async e=>{let t=e.target.closest?.("a[da\
ta-attempts]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;e.preventDefault();let n=t.closest(".dlv"),o=n.querySelector(".attempts");if(o){yt.delete(n.id),o.
remove();return}yt.add(n.id);try{await Ps(n.id,t.href)}catch{R(t.href)}});document.addEventListener("htmx:configRequest",e=>{e.target.closest(".dlv")&&!e.detail.
path.includes("?")&&(e.detail.path+=document.querySelector("#thead .back").search)});var or=e=>!!e.querySelector(":is(.failed, .waits):not([hidden])"),rd=12e4;setInterval(
()=>{let e=!1;for(let t of document.querySelectorAll(".conv .waits[hidden]"))t.hidden=Date.now()-Number(t.dataset.since)<rd,e||=!t.hidden;e&&be()},1e4);function rr(e){
let{conversationId:t,failed:n,waits:o}=e.dataset,r=document.querySelector(`.conv[data-conversation-id="${t}"]`);r&&(r.querySelector(".failed").hidden=n!=="true",
o!=="true"&&r.querySelector(".waits")?.remove(),document.querySelector('#list[data-view="undelivered"]')&&r.parentElement.classList.toggle("gone",!or(r))),(n===
"true"||[...document.querySelectorAll("a[data-quiet]")].some(i=>!i.hidden))&&be();let a=document.getElementById(e.id);if(!a){document.querySelector(`#m-${e.dataset.
messageId} > div`)?.append(e),window.htmx.process(e);return}let s=a.querySelector(".attempts");s&&(yt.add(e.id),e.append(s)),Hs(a,e),yt.has(e.id)&&Ps(e.id,e.querySelector(
"a").href).catch(()=>{})}var Ks=e=>[...e].map(t=>t.length>1?t:t.normalize("NFD")[0].toLowerCase()).join(""),ad=e=>e!==void 0&&/[\p{L}\p{N}]/u.test(e),Vs=()=>Ks(document.getElementById("\
list")?.dataset.q??"").split(/[^\p{L}\p{N}]+/u).filter(Boolean),sd="#rows :is(.who, .subj, .prev), #thead h2, .det :is(.strong, dd)";function id(e,t){let n=Ks(e.
data);return n.length!==e.data.length?[]:t.flatMap(o=>{let r=[];for(let a=n.indexOf(o);a>=0;a=n.indexOf(o,a+o.length)){if(ad(n[a-1]))continue;let s=new Range;s.
setStart(e,a),s.setEnd(e,a+o.length),r.push(s)}return r})}function gn(){if(!window.Highlight)return;let e=Vs(),t=[];for(let n of e.length?document.querySelectorAll(
sd):[]){if(n.querySelector(".hit"))continue;let o=document.createTreeWalker(n,NodeFilter.SHOW_TEXT);for(;o.nextNode();)t.push(...id(o.currentNode,e))}t.length?CSS.
highlights.set("found",new Highlight(...t)):CSS.highlights.delete("found")}function Us(){gn();let e=document.getElementById("thread"),t=document.getElementById(
location.hash.slice(1)),n=[...(t??e)?.querySelectorAll(".hit")??[]];if(!e||!n.length)return;let{top:o,bottom:r}=e.getBoundingClientRect(),a=s=>s.getBoundingClientRect().
bottom<r&&s.getBoundingClientRect().top>o;n.some(a)||n.at(t?0:-1).scrollIntoView({block:"center"})}Us();document.addEventListener("htmx:afterSettle",e=>{e.target.
id==="open"?Us():Vs().length&&gn()});var Ws=e=>[Date.parse(e.querySelector("time").dateTime),Number(e.dataset.conversationId)];function cd(e,t){let[n,o]=Ws(e),[r,a]=Ws(t);return n<r||n===r&&o<a}function ar(e){
let t=e.querySelector(".conv"),n=document.getElementById("rows"),o=[...n.children].find(r=>r!==e&&(r.matches(".more")||cd(r.querySelector(".conv"),t)));return o?.
matches(".more")?n.contains(e):(o?o.previousElementSibling!==e&&o.before(e):n.append(e),!0)}function sr(e){for(let r of e.querySelectorAll("span[data-count]"))for(let a of document.
querySelectorAll(`span[data-count="${r.dataset.count}"]`))a.textContent=r.textContent;let t=[...document.querySelectorAll("a[data-quiet]")].filter(r=>{let{textContent:a,
dataset:s}=r.querySelector(".n"),i=a==="0",c=document.querySelector(`#list[data-view="${s.count}"]`);return r.hidden!==(r.matches("#list *")?i||!!c:i&&!c)});if(!t.
length)return;let n=document.getElementById("list-scroll"),o=n?.getBoundingClientRect().top;for(let r of t)r.hidden=!r.hidden;n?.scrollTop&&(n.scrollTop+=n.getBoundingClientRect().
top-o)}function zs(){let e=document.getElementById("list");if(!e)return"";let t=new URLSearchParams(location.search);return t.set("view",e.dataset.view),`?${t}`}
async function ir(e){let t=zs(),n=await fetch(`${e}/counts${t}`);if(!n.ok)throw new Error(n.status);let o=new DOMParser().parseFromString(await n.text(),"text/h\
tml");zs()===t?sr(o):await ir(e)}var x=document.body.dataset,Ee=()=>document.getElementById("list"),lr=()=>document.getElementById("rows"),L=()=>document.getElementById("open")?.dataset.conversationId??
"",p=e=>document.querySelector(`.conv[data-conversation-id="${e}"]`);function St(e,t){let n=e.querySelector(".cnt");n.hidden=t===0,n.querySelector(".n").textContent=
t,e.classList.toggle("unread",t>0)}var mr=e=>e.classList.contains("unread")?Number(e.querySelector(".cnt .n").textContent):0;function ae(e){let t=document.createElement(
"template");t.innerHTML=e;let n=t.content.firstElementChild;return w(t.content),n}function pr(e){let t=document.getElementById("messages"),n=e.matches("article");
if(!t||n&&e.dataset.conversationId!==L())return;let o=document.getElementById(e.id);if(o&&!n)return;if(window.htmx.process(e),o){o.classList.contains("cont")&&e.
classList.add("cont"),o.replaceWith(e);return}let{earlier:r,later:a}=document.getElementById("thread").dataset;if(a!==void 0)return;let s=Number(e.dataset.at),i=[
...t.querySelectorAll("[data-at]")],c=i.find(y=>Number(y.dataset.at)>s);if(c&&c===i[0]&&r!==void 0)return;if(c){c.before(e),n||c.classList.remove("cont");return}
let d=i.at(-1),u=document.getElementById("sending"),v=y=>u?u.before(y):t.append(y);if(!d||Je(new Date(Number(d.dataset.at)))!==Je(new Date(s))){let y=document.createElement(
"div");y.className="day",y.textContent=Je(new Date(s)),(d||t.children.length===0)&&v(y)}else n&&d===t.lastElementChild&&d.dataset.by===e.dataset.by&&s-Number(d.
dataset.at)<3e5&&e.classList.add("cont");v(e)}var wt,Js;function Me(e){wt=e,hr()}var Gs=()=>document.visibilityState==="visible"&&document.hasFocus();function hr(){
if(!wt||!Gs())return;let e=wt;if(wt=void 0,e!==L())return;let t=p(e);t&&St(t,0),clearTimeout(Js),Js=setTimeout(()=>fetch(`${x.base}/inbox/${e}/read`,{method:"PO\
ST"}).catch(()=>{wt??=e}),300)}document.addEventListener("visibilitychange",hr);addEventListener("focus",hr);function Ys(e){let{conversationId:t,author:n}=e.dataset,
o=document.getElementById(e.id);md(t),pr(e),n==="customer"&&!o&&Me(t)}function dd(e){let t=e.dataset.conversationId,n=e.dataset.author==="customer",o=document.getElementById(
e.id);n?$s(e):Cs(e);let r=t===L()&&Gs();t===L()&&Ys(e);let a=p(t);a&&n&&!o&&!r&&Number(e.dataset.at)>=Date.parse(a.querySelector("time").dateTime)&&St(a,mr(a)+1)}
function cr(e){let t=Ee().dataset,n=e.dataset,o=t.view==="resolved"||t.view==="closed"?t.view:"open";return t.view==="undelivered"&&!or(e)||t.view==="mentions"&&
!e.dataset.mentions?.split(" ").includes(x.me)&&!p(e.dataset.conversationId)?!1:(["all","undelivered","mentions"].includes(t.view)||n.status===o)&&!(t.view==="m\
ine"&&n.assignee!==x.me)&&!(t.view==="unassigned"&&n.assignee!=="")&&(!t.category||n.category===t.category)&&(!t.channel||n.channel===t.channel)&&(!t.assignee||
n.assignee===t.assignee)&&(!t.tag||n.tags.split(`
`).includes(t.tag))}function vn(){let e=document.getElementById("list-scroll");return e.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)}
var ld=200,js;function ud(){lr().children.length<=ld||(js??=setTimeout(()=>{js=void 0,Ee()&&vn()&&xe()},2e3))}var Et=new Set;function ur(){let e=document.getElementById(
"news");e&&(e.hidden=Et.size===0,e.firstElementChild.textContent=x.tNewRows.replace("%",Et.size))}function fd(e,t){let n=e.firstElementChild,o=n.dataset.conversationId;
Ts(n,t);let r=n.querySelector(".prev[data-own]");r&&r.dataset.by===x.me&&(r.textContent=r.dataset.own),As(n,t),n.dataset.assignee===x.me&&n.querySelector(".end \
.av")?.remove();let a=p(o);if((!a||we(a)!==we(n)||a.dataset.status!==n.dataset.status||a.dataset.assignee!==n.dataset.assignee)&&be(),!!Ee()){if(ei(n),n.search=
location.search.replace(/([?&])(before|after|m|tab)=[^&]*/g,"$1"),a){St(n,mr(a)),a.hasAttribute("aria-current")&&n.setAttribute("aria-current","true");let i=a===
document.activeElement,c=a.parentElement;if(!cr(n)&&vn()&&o!==L()){c.remove();return}c.classList.toggle("gone",!cr(n)),ca(n,a),a.replaceWith(n),window.htmx.process(
c),c.querySelector(".sel").ariaLabel=e.querySelector(".sel").ariaLabel,ve(n),i&&n.focus(),D(o),gn(),Ee().dataset.sort==="newest"&&vn()&&o!==L()&&ar(c);return}if(!cr(
n)||Ee().dataset.q){Et.delete(o),ur();return}if(vn()&&Ee().dataset.sort==="newest"){if(!ar(e))return;document.querySelector("#list .blank")?.remove(),window.htmx.
process(e),ve(n),D(o),o!==L()&&Zs(o),ud()}else Et.add(o),ur()}}var vt=new Set,Xs;function Zs(e){vt.add(e),Xs??=setTimeout(async()=>{Xs=void 0;let t=[...vt].slice(
0,50);for(let n of t)vt.delete(n);try{let n=await fetch(`${x.base}/unread?${t.map(o=>`id=${o}`).join("&")}`);for(let o of ae(await n.text()).children){let r=p(o.
dataset.conversationId);r&&St(r,Math.max(mr(r),Number(o.textContent)))}}catch{}vt.size&&Zs([...vt][0])},100)}var Qs=()=>document.querySelector("#details [popove\
r]:popover-open, #details form.editing"),xt=!1;function ei(e){if(e.dataset.conversationId!==L())return;let t=document.getElementById("details").dataset;(document.
querySelector("#summary .sum")||["status","assignee","category","priority","tags","event","summary"].some(n=>t[n]!==e.dataset[n]))&&gr()}function gr(){xt=!!Qs(),
xt||window.htmx.ajax("GET",`${x.base}/inbox/${L()}/parts${location.search?`${location.search}&`:"?"}event=${document.getElementById("details").dataset.event}`,{
source:"#open",target:"#thead",swap:"none"})}var yr=!1,ti=e=>{yr=!!e.target.closest?.("#thead button, #details button")},vr=()=>setTimeout(()=>{yr=!1,xt&&L()&&gr()});
document.addEventListener("pointerdown",ti,!0);document.addEventListener("keydown",e=>{e.key===" "&&ti(e)},!0);document.addEventListener("keyup",e=>{e.key===" "&&
vr()},!0);for(let e of["pointerup","pointercancel","dragend"])document.addEventListener(e,vr,!0);addEventListener("blur",vr);document.addEventListener("htmx:oob\
BeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(!["thead","details"].includes(t.id))return;let o=Number(n.querySelector("[data-event]")?.dataset.event)<Number(
t.dataset.event);!o&&!yr&&!(t.id==="details"&&Qs())||(e.detail.shouldSwap=!1,o||(xt=!0))});document.addEventListener("toggle",e=>{xt&&e.newState==="closed"&&L()&&
gr()},!0);var wr;async function ni(){wr=void 0;try{await ir(x.base)}catch{}}function be(){wr??=setTimeout(ni,1e3+Math.random()*4e3)}document.addEventListener("h\
tmx:afterRequest",e=>{!e.detail.successful||e.detail.requestConfig.verb!=="post"||(clearTimeout(wr),ni())});var dr=new Map;function br(e){let{conversationId:t,user:n,
role:o,on:r,at:a}=e.dataset;if(n===x.me)return;Ss(t,n,r==="true");let s=`${t}/${n}/${o}`;clearTimeout(dr.get(s)),dr.delete(s),document.getElementById("typing")?.
querySelector(`[data-key="${s}"]`)?.remove();let i=p(t);if(i?.classList.remove("types"),r==="true"){if(t===L()){let c=e.cloneNode(!0);c.dataset.key=s,document.getElementById(
"typing").append(c)}o==="customer"&&i?.classList.add("types"),dr.set(s,setTimeout(()=>br(oi(e)),Math.min(Math.max(500,Number(a)-Date.now()),15e3)))}}function oi(e){
let t=e.cloneNode(!0);return t.dataset.on="false",t}function md(e){for(let t of document.querySelectorAll("#typing .typing"))t.dataset.conversationId===e&&br(oi(
t))}function pd(e){let{conversationId:t,user:n}=e.dataset,o=p(t);n===x.me&&(gt(t),mn(t),o&&St(o,0))}var Pe,yn=!1;async function xe(){if(!Ee()){be();return}if(Pe){
yn=!0;return}Pe=[];try{let{href:e}=location,t=await fetch(e,{headers:{Accept:"text/html","X-Svcx-Parts":"1"}});if(t.status===429||t.status>=500)throw new Error(
t.status);if(t.redirected||!t.ok){location.reload();return}let n=new DOMParser().parseFromString(await t.text(),"text/html");location.href===e?hd(n):yn=!0;let{sequence:o}=n.
body.dataset,r=Pe.filter(a=>a.id>Number(o));Pe=void 0;for(let a of r)ai[a.name](a)}catch{setTimeout(xe,2e3)}finally{Pe=void 0}yn&&(yn=!1,await xe())}function hd(e){
let t=document.activeElement?.id,n=document.activeElement?.closest?.("#rows > li")?.querySelector(".conv").dataset.conversationId,o=document.activeElement?.matches(
".sel")?".sel":".conv";for(let a of["rows","thread","thead","details","summary"]){let s=e.getElementById(a),i=document.getElementById(a);if(!s||!i||i.contains(document.
activeElement)&&a==="details")continue;let c=[...document.querySelectorAll(".scroll")].map(u=>[u,u.scrollTop]),d=document.importNode(s,!0);if(w(d),a==="thread"){
for(let u of["data-earlier","data-later"])i.toggleAttribute(u,s.hasAttribute(u));i.replaceChildren(...d.childNodes)}else{let u=a==="details"?tr():void 0;i.replaceWith(
d),u?.()}window.htmx.process(document.getElementById(a));for(let[u,v]of c)u.scrollTop=v}sr(e);let r=document.querySelector("#list .blank");lr().children.length?
r?.remove():!r&&e.querySelector("#list .blank")&&lr().before(document.importNode(e.querySelector("#list .blank"),!0)),Et=new Set,ur(),w(),_e(),Te(),Number(e.getElementById(
"open")?.dataset.unread)>0&&Me(L()),ve(),t&&document.activeElement?.id!==t&&document.getElementById(t)?.focus(),n&&p(n)?.parentElement.querySelector(o).focus()}
var bn=[];document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(bn=[])});function ri(){let e=bn.filter(t=>t.id>Number(document.getElementById(
"open")?.dataset.sequence));bn=[];for(let{name:t,data:n}of e){let o=ae(n);if(t==="conversation")ei(o.firstElementChild);else{if(o.dataset.conversationId!==L())continue;
t==="delivery"?rr(o):t==="message"&&Ys(o)}}}var ai={message:e=>dd(ae(e.data)),conversation:e=>fd(ae(e.data),e.tells),delivery:e=>rr(ae(e.data)),viewing:e=>xs(e.
data&&ae(e.data)),typing:e=>br(ae(e.data)),read:e=>pd(ae(e.data)),reset:xe},_s;function wn(e){let t=document.getElementById("connection");clearTimeout(_s),xa(e),
e==="open"?t.textContent="":e==="silent"?t.textContent=x.tOffline:t.textContent||(_s=setTimeout(()=>{t.textContent=x.tOffline},1e3)),e==="out"&&h()}async function gd(){
for(;!await Ye();)wn("silent"),await new Promise(e=>{setTimeout(e,2e3)});location.reload()}var fr,bt=()=>fr?.({open:L(),visible:document.visibilityState==="visi\
ble"&&document.hasFocus()});function si(){let e=Number(x.sequence),t=n=>{n.state?wn(n.state):ai[n.name]?.(n),n.id>0&&n.name!=="reset"&&(Pe?.push(n),Ge()&&bn.push(
n))};if(document.getElementById("news")?.addEventListener("click",xe),window.SharedWorker){let{port:n}=new SharedWorker(x.worker,{type:"module",name:"svcx"});n.
onmessage=({data:o})=>t(o),n.postMessage({base:x.base,since:e}),fr=o=>n.postMessage({look:o}),addEventListener("pagehide",()=>n.postMessage({})),addEventListener(
"pageshow",o=>{o.persisted&&gd()})}else import("./stream.js").then(({connect:n})=>{fr=n(x.base,e,t).look,bt()});bt();for(let n of["visibilitychange","focus","bl\
ur"])(n==="visibilitychange"?document:window).addEventListener(n,bt);addEventListener("offline",()=>wn("lost")),addEventListener("online",()=>wn("open"))}function yd(e){let t=e.elements.seen;if(!e.elements.content.value)delete e.dataset.begun;else if(t&&!e.dataset.begun){e.dataset.begun="true";let n=[...document.
querySelectorAll("#messages article[data-message-id]")].at(-1);n&&document.getElementById("thread").dataset.later===void 0&&(t.value=n.dataset.messageId)}}document.
addEventListener("input",e=>{let t=e.target.closest?.("form[data-write]");t&&yd(t)});function ii(){for(let e of document.querySelectorAll("form[data-write]"))e.
elements.content.value&&(e.dataset.begun="true")}var kt=document.body.dataset,vd=5e3,qt;function Sr(){if(!qt)return;let e=qt;qt=void 0,clearTimeout(e.timer);let t=document.getElementById("waiting"),n=t?.contains(
document.activeElement);return t?.remove(),e.form.inert=!1,n&&e.form.elements.content.focus(),e.form.classList.remove("waits"),e}function Er(){let e=Sr();if(!e)
return;let t=document.createElement("input");t.type="hidden",t.name=e.button?.name??"",t.value=e.button?.value??"",t.name&&e.form.append(t),e.go(),t.remove()}function wd(e){
let t=document.createElement("div");t.id="waiting",t.className="banner waiting";let n=document.createElement("span");n.className="grow",n.setAttribute("role","s\
tatus");let o=document.createElement("button");o.className="btn sm",o.type="button",o.textContent=kt.tUndo,o.dataset.undo="",o.addEventListener("click",Sr),t.append(
n,o),e.before(t),n.textContent=kt.tSending,o.focus()}var xr=e=>`svcx:left:${kt.base}:${kt.me}:${e}`,Fe;function di(e){Fe?.disconnect(),Fe=void 0,!(!e||ci(e))&&(Fe=
new MutationObserver(()=>{ci(e)&&(Fe?.disconnect(),Fe=void 0)}),Fe.observe(document.getElementById("messages"),{childList:!0}))}function ci(e){try{let t=localStorage.
getItem(xr(e));if(!t)return!0;let n=document.querySelector('form[data-write="reply"]').elements.content,o=[...document.querySelectorAll('#messages article[data-\
author="agent"] .body')].at(-1)?.textContent.trim();if(n.value.trim()===t&&o!==t)return!1;if(localStorage.removeItem(xr(e)),n.value.trim()!==t)return!0;n.value=
"",setTimeout(()=>n.dispatchEvent(new Event("input",{bubbles:!0})))}catch{}return!0}kt.undoSend&&(document.addEventListener("htmx:confirm",e=>{let t=e.target;if(!t.
matches?.('form[data-write="reply"]')||e.detail.triggeringEvent?.type!=="submit"||!t.elements.content.value.trim()&&!t.querySelector("[name=attachment]:enabled")||
(e.preventDefault(),qt))return;t.inert=!0,t.classList.add("waits");let n=e.detail.triggeringEvent.submitter;qt={form:t,button:n,go:()=>e.detail.issueRequest(!0),
timer:setTimeout(Er,vd)},wd(t)}),document.addEventListener("htmx:beforeSwap",e=>{e.detail.target?.id==="open"&&Er()}),document.addEventListener("htmx:oobBeforeS\
wap",e=>{e.detail.target.id==="composer"&&Er()}),addEventListener("pagehide",()=>{let e=Sr();if(!e)return;if(q()){ms(e.form,e.button);return}let t=new FormData(
e.form,e.button?.name?e.button:void 0);try{localStorage.setItem(xr(document.getElementById("open").dataset.conversationId),e.form.elements.content.value.trim())}catch{}
fetch(e.form.getAttribute("hx-post")??e.form.action,{method:"POST",body:t,keepalive:!0,headers:{"HX-Request":"true"}}).catch(()=>{})}));var He=document.body.dataset,ui=`svcx:undone:${He.base}:${He.me}`,Se=new Map,En=new WeakMap,li=new WeakSet,fi=e=>e>0&&e<500&&e!==429,Lr=e=>[...e.elements].filter(
t=>t.name&&!t.matches("button")),xn=e=>JSON.stringify([new URL(e.getAttribute("action")??"",location).pathname,Lr(e).map(({name:t})=>t)]);function mi(e,t){return e.
querySelector("[aria-multiselectable]")?t?.value||e.elements.typed?.value.trim():""}function bd(e,t){let n=Lr(e).filter(({name:o,type:r})=>r==="hidden"&&o!=="ke\
y"&&!o.startsWith("was."));return JSON.stringify([xn(e),n.map(({value:o})=>o),mi(e,t)])}function qr(e){let t=e.cloneNode(!0);for(let n of t.querySelectorAll('[a\
ria-hidden="true"], .sr'))n.remove();return e.ariaLabel||t.textContent.trim()}function Ed(e,t){let n=mi(e,t),o=n?e.querySelector('[role="listbox"]'):t?.closest(
'[role="listbox"]');if(o)return He.tChoice.replace("%a",()=>o.ariaLabel??"").replace("%b",()=>n||qr(t));let r=e.querySelectorAll(".field label");return r.length===
1?qr(r[0]):t?qr(t):""}document.addEventListener("htmx:beforeRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e;if(e.defaultPrevented||!t.matches("form")||
t.dataset.write||o.verb!=="post")return;let r=o.triggeringEvent?.submitter;if(En.set(n,{id:t.closest("#open")?l():"",kind:xn(t),form:t,submitter:r&&{name:r.name,
value:r.value},what:bd(t,r),name:Ed(t,r),sent:[...o.formData].filter(([,a])=>typeof a=="string")}),!li.has(t)){li.add(t);for(let a of["htmx:sendError","htmx:tim\
eout","htmx:responseError"])t.addEventListener(a,xd);t.addEventListener("htmx:beforeOnLoad",a=>{let s=En.get(a.detail.xhr);s&&fi(a.detail.xhr.status)&&kr(s.what)})}});
var Ir=e=>En.has(e)&&!fi(e.status);function xd({detail:{xhr:e}}){let t=En.get(e);if(!t||!Ir(e))return;let n=Se.get(t.what)?.bar.contains(document.activeElement);
t.text=b(e.status,e.responseText);let o=pi(t);hi(),Ar(),document.querySelector("#details:popover-open")?.hidePopover(),n&&o.querySelector("button").focus(),o.checkVisibility()||
de(o.firstElementChild.textContent)}function pi(e){Se.get(e.what)?.bar.remove();let t=Cr(e.text,e.name,()=>Br({...e,gone:()=>kr(e.what)}));t.classList.add("undo\
ne");let n=document.createElement("button");return n.className="btn ghost sm",n.type="button",n.textContent=He.tDismiss,n.addEventListener("click",()=>kr(e.what)),
t.append(n),Se.set(e.what,{one:e,bar:t}),t}function hi(){try{sessionStorage.setItem(ui,JSON.stringify([...Se.values()].map(({one:{form:e,...t}})=>t).filter(({id:e})=>e)))}catch{}}
try{for(let e of JSON.parse(sessionStorage.getItem(ui))??[])pi(e)}catch{}function Cr(e,t,n){let o=document.createElement("div");o.className="banner bad",o.setAttribute(
"role","alert");let r=document.createElement("span");if(r.className="grow",t){let[a,s]=He.tNamed.split("%"),i=document.createElement("bdi");i.textContent=t,r.append(
a,i,`${s} `)}if(r.append(e),o.append(r),n){let a=document.createElement("button");a.className="btn sm",a.type="button",a.textContent=He.tAgain,a.addEventListener(
"click",n),o.append(a)}return o}function kr(e){let t=Se.get(e)?.bar;Se.delete(e)&&hi();let n=t?.contains(document.activeElement);t?.remove(),n&&P()}function Ar(){
let e=document.getElementById("alert");for(let{one:{id:t},bar:n}of Se.values())e&&n.parentElement!==e&&(!t||t===l())&&e.append(n)}document.addEventListener("htm\
x:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(t.id!=="alert"||!t.querySelector(":scope > .undone"))return;e.detail.shouldSwap=!1;for(let r of t.querySelectorAll(
":scope > :not(.undone)"))r.remove();let o=[...n.querySelectorAll("#alert > *")];t.prepend(...o);for(let r of o)window.htmx.process(r)});function Br({form:e,submitter:t,
sent:n=[],gone:o,...r}){let a=e?.isConnected?e:[...document.forms].find(c=>xn(c)===(r.kind??xn(e)));if(a&&a!==e)for(let c of Lr(a)){let d=n.find(([u])=>u===c.name)?.[1];
d!==void 0&&c.name!=="key"&&c.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')&&(c.value=d)}let s=({name:c,value:d})=>c===
t.name&&d===t.value,i=t&&[...a?.elements??[]].find(c=>c.matches("button")&&s(c));if(i)i.click();else if(a&&t?.name==="add"&&![...a.elements].some(c=>c.name==="r\
emove"&&c.value===t.value)){let c=document.createElement("button");Object.assign(c,{type:"submit",role:"option",...t}),a.querySelector('[role="listbox"]').append(
c),c.click(),c.remove()}else a&&!t?.name?a.requestSubmit():o()}var Sd={"rt-image":"img","rt-audio":"audio","rt-video":"video"},gi="a:is(.rt-image, .rt-audio, .rt-video)";function yi(e){let t=document.createElement(Sd[e.classList[0]]);
t.className="rt-shown",e.dataset.width&&t.setAttribute("width",e.dataset.width),e.dataset.height&&t.setAttribute("height",e.dataset.height),t.localName==="img"?
(t.alt=e.textContent,t.tabIndex=-1):(t.controls=!0,t.setAttribute("aria-label",e.textContent)),t.src=e.getAttribute("href"),t.addEventListener("error",()=>t.replaceWith(
e),{once:!0});let n=e===document.activeElement;e.replaceWith(t),n&&t.focus()}var vi=e=>e.parentElement.classList.add("lost");document.addEventListener("error",e=>{
e.target.matches?.(".shot img")&&vi(e.target)},!0);for(let e of document.querySelectorAll(".shot img"))e.complete&&!e.naturalWidth&&vi(e);document.addEventListener(
"click",e=>{let t=e.target.closest?.("[data-show-media]");if(t){for(let o of t.closest("article").querySelectorAll(gi))yi(o);t.remove();return}let n=e.target.closest?.(
gi);!n||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),yi(n))});var B=()=>document.getElementById("mentions"),H=()=>document.getElementById("note"),Or=()=>[...B().querySelectorAll('[role="option"]')],qd=()=>Or().filter(e=>!e.
hidden),Sn=()=>B().querySelector('[aria-selected="true"]'),Lt=e=>e.normalize("NFD").replace(/\p{M}/gu,"").toLowerCase(),X=-1,qe=-1,Dr;function kd(){return Dr=(async()=>{
let e=await fetch(B().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&h(),!e.ok)throw new Error(b(e.status,await e.text()));let t=document.createElement(
"template");t.innerHTML=await e.text(),document.getElementById("mentions-list").replaceWith(t.content.firstElementChild)})(),Dr}function $r(){let{value:e,selectionStart:t,
selectionEnd:n}=H();if(t!==n)return;let o=/(?:^|[^\p{L}\p{N}_])@([^\n@]{0,64}(?:(?<=\S)@[^\s@]{0,64})?)$/u.exec(e.slice(0,t));return o&&{at:t-o[1].length-1,name:o[1]}}
function Ld(e){let t=Lt(e.trim()),n;for(let o of Or()){let r=Lt(o.textContent);o.hidden=!r.includes(t);let a=o.hidden?0:Lt(o.dataset.name)===t?3:r.split(/\s+/).
some(s=>s.startsWith(t))?2:1;a>(n?.rank??0)&&(n={rank:a,option:o})}B().hidden=!n,wi(/\s$/.test(e)?void 0:n?.option)}function wi(e){for(let t of Or())t.setAttribute(
"aria-selected",String(t===e));e?.scrollIntoView({block:"nearest"}),e?H().setAttribute("aria-activedescendant",e.id):H().removeAttribute("aria-activedescendant")}
function ke(){X=-1,B()&&(B().hidden=!0,H().removeAttribute("aria-activedescendant"),H().removeAttribute("aria-controls"))}async function Nr(){Tr();let e=$r();if((!e||
e.at!==qe)&&(qe=-1),!e||e.at===qe){ke();return}X<0&&(H().setAttribute("aria-controls","mentions-list"),kd().catch(n=>{ke(),A(n instanceof TypeError?b():n.message)})),
X=e.at;try{await Dr}catch{return}let t=B()&&$r();t&&t.at===X&&Ld(t.name),Tr()}function bi(e){let t=H(),n=$r();if(!n)return;qe=n.at;let o=t.selectionEnd,r=`@${e.
dataset.mention}${/^\s/.test(t.value.slice(o))?"":" "}`;t.focus(),t.setSelectionRange(n.at,o),document.execCommand("insertText",!1,r)||(t.setRangeText(r,n.at,o,
"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),ke()}function Tr(){let e=document.querySelector("[data-which]");if(!e||!B())return;let{value:t}=H(),o=[
...new Set([...B().querySelectorAll("[data-shared]")].map(s=>s.dataset.name))].map(s=>({name:s,at:Lt(t).search(new RegExp(`(?<![\\p{L}\\p{N}_])@${Lt(s).replace(
/[\\^$.*+?()[\]{}|/-]/g,"\\$&")}(?![\\p{L}\\p{N}_@])`,"u"))})).find(s=>s.at>=0&&(B().hidden||s.at!==X)),r=o?e.dataset.which.replace("%",()=>o.name):"";if(e.textContent===
r||(e.replaceChildren(),!r))return;let a=document.createElement("button");a.type="button",a.className="link",a.textContent=r,a.addEventListener("click",()=>{let s=H(),
i=s.value.toLowerCase().indexOf(`@${o.name.toLowerCase()}`)+o.name.length+1;qe=-1,s.focus(),s.setSelectionRange(i,i),Nr()}),e.append(a)}document.addEventListener(
"input",e=>{e.target.id==="note"&&!e.isComposing&&B()&&Nr()});document.addEventListener("compositionend",e=>{e.target.id==="note"&&B()&&Nr()});document.addEventListener(
"keydown",e=>{if(X<0||e.target!==H()||B().hidden||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||e.shiftKey)return;let t=qd(),n={ArrowDown:1,ArrowUp:-1}[e.key];
if(n)wi(t[(t.indexOf(Sn())+(Sn()||n>0?n:0)+t.length)%t.length]);else if((e.key==="Enter"||e.key==="Tab")&&Sn())bi(Sn());else if(e.key==="Escape")qe=X,ke();else return;
e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{e.target.closest?.("#mentions")&&e.preventDefault()});document.addEventListener(
"click",e=>{let t=e.target.closest?.('#mentions [role="option"]');t?bi(t):X>=0&&!e.target.closest?.("#mentions, #note, [data-which]")&&ke()});document.addEventListener(
"focusin",e=>{X>=0&&e.target!==H()&&ke()});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(qe=-1,ke(),Tr())});var Ei=document.body.dataset,Mr=e=>e.closest?.("form[data-write]"),It=e=>e.querySelector(".format"),Rr=e=>It(e).dataset.plain!==void 0;function Ke(e,t,n,o){e.focus(),
e.setSelectionRange(t,n),!document.execCommand(o?"insertText":"delete",!1,o)&&(e.setRangeText(o,t,n,"end"),e.dispatchEvent(new Event("input",{bubbles:!0})))}function qn(e,t){
let{value:n,selectionStart:o,selectionEnd:r}=e,a=t.length;if(n.slice(o-a,o)===t&&n.slice(r,r+a)===t&&!(a===1&&n.slice(o-2,o)===t+t)){Ke(e,o-a,r+a,n.slice(o,r)),
e.setSelectionRange(o-a,r-a);return}let[,s,i,c]=/^(\s*)([^]*?)(\s*)$/.exec(n.slice(o,r));Ke(e,o,r,s+t+i+t+c);let d=o+s.length+a;e.setSelectionRange(d,d+i.length)}
function xi(e,t){let{value:n,selectionStart:o,selectionEnd:r}=e,a=n.lastIndexOf(`
`,o-1)+1,s=n.indexOf(`
`,r),i=s<0?n.length:s,c=n.slice(a,i).split(`
`),d=c.every(u=>u.startsWith(t));Ke(e,a,i,c.map(u=>d?u.slice(t.length):t+u).join(`
`))}function Id(e){let{value:t,selectionStart:n,selectionEnd:o}=e,r=t.slice(n,o);if(/^https?:\/\/\S+$/.test(r)){Ke(e,n,o,`[](${r})`),e.setSelectionRange(n+1,n+1);
return}Ke(e,n,o,`[${r}](https://)`);let a=n+r.length+3;e.setSelectionRange(a,a+8)}var Si={bold:e=>qn(e,"**"),italic:e=>qn(e,"*"),link:Id,list:e=>xi(e,"- "),quote:e=>xi(
e,"> "),code:e=>e.value.slice(e.selectionStart,e.selectionEnd).includes(`
`)?qn(e,"\n```\n"):qn(e,"`")};function qi(e,t){It(e).hidden=!t,e.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),Rr(e)||(e.elements.format.
value=t?"markdown":"",e.elements.content.value.trim()&&M(e)),t||kn(e,!1)}async function kn(e,t){let n=e.querySelector("[data-preview]"),o=e.elements.content;if(e.
querySelector("[data-show-preview]")?.setAttribute("aria-pressed",String(t)),!t){if(n.hidden)return;n.hidden=!0,o.hidden=!1,o.focus();return}try{let r=await fetch(
`${Ei.base}/inbox/${document.getElementById("open").dataset.conversationId}/preview`,{method:"POST",body:new URLSearchParams({content:o.value}),headers:{"HX-Req\
uest":"true"}});if(r.status===401&&h(),!r.ok)throw new Error(r.status);n.innerHTML=await r.text()}catch{n.textContent=Ei.tFailed}e.querySelector("[data-show-pre\
view]")?.getAttribute("aria-pressed")==="true"&&(n.hidden=!1,o.hidden=!0)}document.addEventListener("click",e=>{let t=Mr(e.target),n=e.target.closest?.("button");
!t||!n||(n.dataset.formatting!==void 0?(qi(t,It(t).hidden),t.querySelector("[data-preview]").hidden&&t.elements.content.focus()):n.dataset.format?(kn(t,!1),Si[n.
dataset.format](t.elements.content)):n.dataset.showPreview!==void 0&&kn(t,n.getAttribute("aria-pressed")!=="true"))});document.addEventListener("mousedown",e=>{
e.target.closest?.("[data-format]")&&e.preventDefault()});document.addEventListener("keydown",e=>{let t=Mr(e.target);if(!t||!e.target.matches("textarea")){let o=e.
target.closest?.(".format"),r={ArrowRight:1,ArrowLeft:-1}[e.key];if(!o||!r)return;let a=[...o.querySelectorAll("button")];e.preventDefault(),a[(a.indexOf(e.target)+
r+a.length)%a.length].focus();return}let n={b:"bold",i:"italic"}[e.key.toLowerCase()];!n||!(e.ctrlKey||e.metaKey)||e.altKey||e.shiftKey||Rr(t)||(e.preventDefault(),
It(t).hidden&&qi(t,!0),Si[n](e.target))});document.addEventListener("paste",e=>{let t=Mr(e.target);if(!t||!e.target.matches("textarea")||t.elements.format.value!==
"markdown")return;let{value:n,selectionStart:o,selectionEnd:r}=e.target,a=e.clipboardData?.getData("text/plain").trim()??"";o===r||!/^https?:\/\/\S+$/.test(a)||
n.slice(o,r).includes(`
`)||(e.preventDefault(),Ke(e.target,o,r,`[${n.slice(o,r)}](${a})`))});document.addEventListener("svcx:restored",e=>{let t=e.target.elements.format.value==="mark\
down";Rr(e.target)||(It(e.target).hidden=!t,e.target.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),kn(e.target,!1))});var Ln=document.getElementById("zones");if(Ln){document.getElementById("field-zone").setAttribute("list","zones");for(let e of Intl.supportedValuesOf?.("timeZon\
e")??[])Ln.append(new Option("",e));Ct()}function ki(){return window.isSecureContext?window.Notification?.permission??"missing":"insecure"}function Ct(){let e=document.
getElementById("permission");e.hidden=!document.getElementById("field-desktop").checked;let t=ki();for(let n of e.querySelectorAll("[data-state]"))n.hidden=n.dataset.
state!==t}document.addEventListener("change",e=>{!Ln||e.target.id!=="field-desktop"||(Ct(),e.target.checked&&ki()==="default"&&Notification.requestPermission().
then(Ct))});document.addEventListener("click",e=>{e.target.closest?.("[data-permit]")&&Notification.requestPermission().then(Ct)});document.addEventListener("re\
set",()=>{Ln&&setTimeout(Ct)});var At=document.getElementById("field-slug"),Pr=document.getElementById("field-name");if(At&&Pr){let e=At.value==="";At.addEventListener("input",()=>{e=At.value===
""}),Pr.addEventListener("input",()=>{e&&(At.value=Pr.value.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-|-$/g,"").
slice(0,63))})}document.addEventListener("click",e=>{e.target.closest?.("#download")&&setTimeout(()=>document.getElementById("export-line")?.dispatchEvent(new Event(
"begun")),700)});var Li=`svcx:place:${document.body.dataset.base}`,Le=()=>document.getElementById("list-scroll"),Fr=()=>[...document.querySelectorAll("#rows .conv")],Ii=()=>JSON.
stringify(document.getElementById("list").dataset),Hr=e=>e.getBoundingClientRect().top;function Ci(){try{let e=JSON.parse(sessionStorage.getItem(Li));return e?.
list===Ii()&&e}catch{return!1}}function Ai(e){try{sessionStorage.setItem(Li,JSON.stringify(e))}catch{}}function Bi(){if(!Le())return;let{top:e,bottom:t}=Le().getBoundingClientRect(),
n=a=>Hr(a)-e,o=Le().scrollTop?Fr().filter(a=>n(a)>-a.offsetHeight&&n(a)<t-e):[],r=!Le().checkVisibility()&&Ci()||{list:Ii(),n:Fr().length,seen:o.map(a=>[a.dataset.
conversationId,n(a)])};Ai({...r,open:l()})}addEventListener("pagehide",Bi);document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&!ne()&&
Bi()});var In,Kr=new MutationObserver(Di);function Di(){let{n:e,seen:t,open:n}=In,o=document.querySelector("#rows .more a");if(o&&Fr().length<e&&!p(t.at(-1)?.[0]??
n)){window.htmx.trigger(o,"click");return}Kr.disconnect();let[r,a]=t.find(([i])=>p(i))??[],s=()=>{p(r)&&(Le().scrollTop+=Hr(p(r))-Hr(Le())-a),t.some(([i])=>i===
n)||p(n)?.scrollIntoView({block:"nearest"})};s(),requestAnimationFrame(s)}if(Le()?.checkVisibility()&&(In=Ci(),Ai(null),In&&(In.open||performance.getEntriesByType(
"navigation")[0].type!=="navigate"))){for(let e of["pointerdown","wheel","keydown"])addEventListener(e,()=>Kr.disconnect(),!0);Kr.observe(document.getElementById(
"rows"),{childList:!0}),document.addEventListener("DOMContentLoaded",Di)}function Cd(e){let t=[...document.querySelectorAll(`[popovertarget="${e.id}"]`)].find(c=>c.checkVisibility());if(!t)return;let n=t.getBoundingClientRect(),{width:o,
height:r}=e.getBoundingClientRect(),s=n.bottom+4+r<=innerHeight-8||n.top-4-r<8?n.bottom+4:n.top-4-r,i=n.left+o<=innerWidth-8?n.left:n.right-o;e.style.inset=`${Math.
max(Math.min(s,innerHeight-8-r),8)}px auto auto ${Math.max(i,8)}px`,e.style.margin="0"}if(!CSS.supports("position-area","bottom"))for(let e of["beforetoggle","t\
oggle"])document.addEventListener(e,t=>{if(t.target.matches(".pop")){if(t.newState!=="open"){e==="toggle"&&t.target.removeAttribute("style");return}t.target.style.
opacity=e==="toggle"?"":"0",e==="toggle"&&Cd(t.target)}},!0);function Ti(e){e.removeAttribute("open"),e.showModal(),(e.querySelector("[aria-invalid], [autofocus], input:not([type=hidden]), select, textarea")??e.querySelector(
"form button"))?.focus()}var $i=document.querySelector("dialog.ask[open]");$i&&Ti($i);document.querySelector(".tabs [aria-current]")?.scrollIntoView({inline:"ne\
arest",block:"nearest"});document.addEventListener("click",async e=>{let t=e.target.closest?.("[data-ask], .ask [data-close], button[data-copy]");if(t){if(t.dataset.
copy){let n=document.getElementById(t.dataset.copy);await to(n.dataset.value??n.value??n.textContent),m(document.body.dataset.tCopiedIt);return}e.preventDefault(),
t.dataset.ask?Ti(document.getElementById(`ask-${t.dataset.ask}`)):t.closest("dialog").close()}});document.addEventListener("keydown",e=>{e.key!==" "||!e.target.
matches?.("a[role=button]")||(e.preventDefault(),e.target.click())});var Ad=3e3,Bd=3e4,Dd=200,$d=document.querySelector("main"),se=document.querySelector("table[data-new]");document.addEventListener("change",e=>{e.target.matches(
"[data-sift] select")&&e.target.form.requestSubmit(),e.target.matches("input[form=redeliver]")&&Td()});document.addEventListener("formdata",e=>{if(e.target.matches(
"[data-sift]"))for(let[t,n]of[...e.formData])n||e.formData.delete(t)});function Td(){let e=document.querySelector("[data-selected]"),t=document.querySelectorAll(
"input[form=redeliver]:checked").length;e.classList.toggle("on",t>0),e.querySelector("[data-text]").textContent=t?e.querySelector("[data-text]").dataset.text.replace(
"%",t):"",document.querySelector(".tbl")?.classList.toggle("selecting",t>0)}function Vr(e,t){let n=document.createElement("template");return n.innerHTML=e,w(n.content),
n.content.querySelector(t)}async function Ur(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(t.status===401&&h(),!t.ok)throw new Error(t.status);return t.
text()}async function Od(e){let t=document.getElementById(`x-${e.dataset.eventId}`),n=e.querySelector("[data-open]");if(t){t.remove(),e.classList.remove("open"),
n.setAttribute("aria-expanded","false");return}e.classList.add("open");try{let o=Vr(await Ur(n.href),"tr.x");if(!e.classList.contains("open")||document.getElementById(
o.id))return;e.after(o),n.setAttribute("aria-expanded","true")}catch{location.href=n.href}}document.addEventListener("click",e=>{if(e.ctrlKey||e.metaKey||e.shiftKey||
e.button!==0)return;let t=e.target.closest?.("tr.r");if(!t)return;let n=e.target.closest("a, button, input, label");n&&n.dataset.open===void 0||!n&&getSelection().
toString()||(e.preventDefault(),Od(t))});function Nd(){let e=se.closest(".tbl");return $d.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)&&
!e.querySelector("tr.x, input:checked")}var Bt=[],Ve=!1;function Ni(){let e=se.tBodies[0];for(se.closest(".tbl").hidden=!1,document.querySelector("#open > .blan\
k")?.remove(),e.prepend(...Bt),Bt=[];e.querySelectorAll("tr.r").length>Dd;)e.lastElementChild.remove();Mi()}function Mi(){let e=document.querySelector(".ev-new");
e.hidden=Bt.length===0&&!Ve,e.firstElementChild.textContent=Ve?e.dataset.many:e.dataset.fresh.replace("%",Bt.length)}function Oi(e){let t=document.querySelector(
"[data-live]");!t||t.classList.contains("lost")===e||(t.classList.toggle("lost",e),t.lastElementChild.textContent=e?t.dataset.lost:t.dataset.on)}async function Md(){
if(document.visibilityState!=="visible"||Ve)return;let e=new URL(se.dataset.new,location.href);e.searchParams.set("after",se.dataset.last);try{let t=Vr(await Ur(
e),"table");Oi(!1);let n=[...t.querySelectorAll("tr.r")].filter(o=>!document.getElementById(o.id));if(n.length===0)return;Ve=t.dataset.more==="true",se.dataset.
last=t.dataset.last,Bt.unshift(...n),Nd()&&!Ve?Ni():Mi()}catch{Oi(!0)}}async function Rd(){let e=document.getElementById("figures");if(!(document.visibilityState!==
"visible"||!e||e.matches(":hover")||e.contains(document.activeElement)||e.querySelector("details[open]")))try{e.replaceWith(Vr(await Ur(se.dataset.figures),"#fi\
gures"))}catch{}}se&&(document.querySelector(".ev-new button").addEventListener("click",()=>Ve?location.reload():Ni()),setInterval(Md,Ad),setInterval(Rd,Bd));var Cn=e=>[...e.querySelectorAll(":scope > [data-id]")];async function Ri(e,t,n){let o=e.closest(".ordered"),r=document.activeElement?.id;try{let a=await fetch(
e.action,{method:"POST",body:new URLSearchParams(t),headers:{"HX-Request":"true"}});a.status===401&&h();let s=await a.text();if(!a.ok)throw new Error(b(a.status,
s));let i=document.createElement("template");i.innerHTML=s;let c=i.content.getElementById("ordered");document.getElementById("ordered").replaceWith(c),document.
getElementById(r)?.focus(),m(c.dataset.said)}catch(a){o.append(...n),m(a instanceof TypeError?b():a.message)}}var An=Promise.resolve();document.addEventListener(
"submit",e=>{if(!e.target.matches("[data-move]"))return;e.preventDefault();let{id:n,value:o}=e.submitter;e.submitter.ariaDisabled!=="true"&&(An=An.then(()=>{let r=document.
getElementById(n)?.form;return r&&Ri(r,{by:o},Cn(r.closest(".ordered")))}))});document.addEventListener("pointerdown",e=>{let t=e.target.closest?.("[data-grip]");
if(!t||e.button!==0)return;e.preventDefault();let n=t.closest("[data-id]"),o=n.parentElement,r=Cn(o),a=new AbortController;n.classList.add("dragged");let s=v=>{
for(let y of Cn(o)){let N=y.getBoundingClientRect();if(y===n||v.clientY<N.top||v.clientY>N.bottom)continue;let On=v.clientY>N.top+N.height/2?y.nextElementSibling:
y;On!==n&&On!==n.nextElementSibling&&o.insertBefore(n,On)}},i=v=>{a.abort(),n.classList.remove("dragged"),v||o.append(...r)},c=()=>{i(!0);let v=n.nextElementSibling?.
dataset.id??"";Cn(o).every((y,N)=>y===r[N])||(An=An.then(()=>Ri(n.querySelector("[data-move]"),{before:v},r)))},d=()=>i(!1),u=v=>{v.key==="Escape"&&(v.stopPropagation(),
d())};document.addEventListener("pointermove",s,{signal:a.signal}),document.addEventListener("pointerup",c,{signal:a.signal}),document.addEventListener("pointer\
cancel",d,{signal:a.signal}),document.addEventListener("keydown",u,{signal:a.signal,capture:!0})});var Wr=document.querySelector(".field-form #field-name"),Dt=document.
querySelector(".field-form #field-fieldKey");if(Wr&&Dt&&!Dt.value){let e=!1;Dt.addEventListener("input",()=>{e=!!Dt.value}),Wr.addEventListener("input",()=>{e||
(Dt.value=Wr.value.normalize("NFKD").toLowerCase().replace(/\p{M}/gu,"").replace(/[^a-z0-9]+/g,"_").replace(/^[^a-z]+|_+$/g,"").slice(0,64))})}var Ue=document.querySelector(".says"),Pd=document.documentElement.style,Fd=8,Jr=()=>document.getElementById("thread"),zr=0,Pi;function Hd(){let e=Jr(),t=e===Pi;
Pi=e,e&&Ue.style.setProperty("--says-top",`${e.previousElementSibling.getBoundingClientRect().bottom}px`);let n=Ue.offsetHeight&&Ue.offsetHeight+Fd;if(n===zr)return;
e&&(e.style.paddingTop="");let o=e&&t&&!n&&e.scrollHeight<=e.clientHeight&&parseFloat(getComputedStyle(e).marginTop);o&&(e.style.paddingTop=`${parseFloat(getComputedStyle(
e).paddingTop)+o}px`),zr=n,Pd.setProperty("--says",`${zr}px`)}function Kd(){let e=Ue.querySelector("[data-of]");e&&(e.hidden=!l()||e.dataset.of===l())}if(Ue){let e=new ResizeObserver(
Hd),t=()=>{e.disconnect(),e.observe(Ue),Jr()&&e.observe(Jr()),Kd()};t(),document.addEventListener("htmx:afterSwap",n=>{n.target.id==="open"&&t()})}var Fi;function Hi(){document.getElementById("start")&&(clearTimeout(Fi),Fi=setTimeout(async()=>{try{let e=await fetch(location.href,{headers:{Accept:"text/html",
"X-Svcx-Parts":"1"}});if(!e.ok||e.redirected)return;let t=new DOMParser().parseFromString(await e.text(),"text/html").getElementById("start"),n=document.getElementById(
"start");t?n?.replaceWith(document.importNode(t,!0)):n?.remove()}catch{}},300))}new MutationObserver(e=>{e.some(t=>[...t.removedNodes].some(n=>n.matches?.(".bla\
nk")))&&Hi()}).observe(document.querySelector("main"),{childList:!0,subtree:!0});document.addEventListener("htmx:afterRequest",e=>{e.detail.successful&&e.detail.
requestConfig?.elt.matches("form[data-write]")&&Hi()});document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.("[data-running]")?.dataset.running;t&&e.target.matches("form")&&m(t)});document.addEventListener(
"htmx:oobBeforeSwap",e=>{let t=document.querySelector("#summary details"),n=e.target.id==="summary"&&e.detail.fragment.querySelector("details");t&&n&&t.open&&(n.
open=!0)});document.addEventListener("htmx:afterRequest",e=>{e.target.closest?.("#details [data-running]")&&document.querySelector("#details:popover-open")?.hidePopover()});
document.addEventListener("click",e=>{let t=e.target.closest?.("[data-drop]");!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),t.closest("[data-subject\
]").remove(),document.getElementById("ai-rename")?.focus())});var Vd=document.body.dataset;function Bn(e,...t){let n=[...e.childNodes];return e.replaceChildren(...t),e.ariaBusy="true",()=>{e.replaceChildren(...n),e.ariaBusy=
null}}function Ud(e,t){let n=e.closest(".picker")?.parentElement.querySelector('[id^="value-"]');if(n?.matches(".tags")){let r=[...n.children].filter(c=>c.matches(
".tag")).map(c=>c.cloneNode(!0)),[a,s]=[t.name,t.value||e.elements.typed.value.trim()];if(a==="remove")return Bn(n,...r.filter(c=>c.textContent!==s));let i=document.
createElement("span");return i.className="tag cut",i.dir="auto",i.textContent=s,Bn(n,...r,i)}if(n)return Bn(n,...[...t.children].filter(r=>!r.matches("svg")).map(
r=>r.cloneNode(!0)));let o=t.dataset.doing&&document.querySelector("#thead .status");return o?Bn(o,t.dataset.doing):void 0}document.addEventListener("htmx:befor\
eRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e,r=o.triggeringEvent?.submitter;if(e.defaultPrevented||!r||!t.matches("form:not([data-running])"))return;
r.ariaBusy="true";let a=t.matches("#open form")&&!t.dataset.write?Ud(t,r):void 0;a&&m("");let s,i=setTimeout(()=>{t.closest("#say")||(s=r.dataset.doing??Vd.tWorking,
m(s))},1e3);n.addEventListener("loadend",()=>setTimeout(()=>{clearTimeout(i),r.ariaBusy=null,a?.(),s&&document.getElementById("say").textContent===s&&m("")}))});var jr,Xr;function Ki(e){let t=["popovertarget","name","value","aria-label","data-key","href"].filter(r=>e.hasAttribute(r)).map(r=>`[${r}="${CSS.escape(e.getAttribute(
r))}"]`).join(""),n=e.closest("#details, #thead, #composer, #summary, #alert, #say"),o=e.id?`#${CSS.escape(e.id)}`:t&&n&&`#${n.id} ${e.localName}${t}`;jr=()=>o&&
[...document.querySelectorAll(o)].find(r=>r.checkVisibility()&&!r.disabled),Xr=[e.selectionStart,e.selectionEnd,e.selectionDirection]}function Vi(){let e=jr;if(jr=
void 0,!e||document.activeElement!==document.body)return;let t=e();if(!t){P();return}t.focus({preventScroll:!0}),Number.isInteger(Xr[0])&&t.setSelectionRange?.(
...Xr)}document.addEventListener("htmx:oobBeforeSwap",e=>{let t=document.activeElement;t===document.body||!e.detail.target.contains(t)||(Ki(t),queueMicrotask(Vi))});
document.addEventListener("htmx:beforeRequest",e=>{let t=document.activeElement;e.defaultPrevented||t===document.body||t!==e.detail.requestConfig.triggeringEvent?.
submitter||t.closest(".pop")||(Ki(t),e.detail.xhr.addEventListener("loadend",()=>setTimeout(Vi)))});document.addEventListener("htmx:beforeSwap",e=>{let t=document.
activeElement,{target:n,requestConfig:{elt:o}}=e.detail;if(!o.matches('[role="search"] [name="q"]')||!n.contains(t))return;let r=t.getAttribute("href");e.detail.
xhr.addEventListener("loadend",()=>setTimeout(()=>{if(document.activeElement!==document.body)return;(r&&document.querySelector(`#${CSS.escape(n.id)} a[href="${CSS.
escape(r)}"]`)||o).focus({preventScroll:!0})}))});var _r;document.addEventListener("beforetoggle",e=>{e.newState==="open"&&e.target.matches(".pop")&&(_r=document.
activeElement)},!0);document.addEventListener("toggle",e=>{if(e.newState!=="closed"||!e.target.matches(".pop")||!_r||_r.isConnected)return;let t=document.activeElement;
(t===document.body||e.target.contains(t))&&P()},!0);async function Ui(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(!t.ok)throw new Error(t.status);return[...new DOMParser().parseFromString(await t.text(),
"text/html").querySelectorAll('[role="option"]')].map(o=>document.importNode(o,!0))}document.addEventListener("toggle",async e=>{if(e.target.id!=="pick-tags"||e.
newState!=="open")return;let t=e.target.firstElementChild,n=t.querySelector('[role="listbox"]');try{let o=await Ui(t.dataset.from);for(let r of n.querySelectorAll(
'[name="add"]'))r.remove();n.querySelector("[data-new]").before(...o),t.elements.typed.dispatchEvent(new Event("input",{bubbles:!0}))}catch{}},!0);var O=()=>document.
getElementById("filter-tag"),K=()=>document.getElementById("filter-tags"),Dn=()=>[...K().children],Wi=()=>Dn().filter(e=>!e.hidden),We=()=>K().querySelector("[d\
ata-active]");document.addEventListener("toggle",async e=>{if(!(e.target.id!=="filter-menu"||e.newState!=="open")){O().role="combobox",O().ariaAutoComplete="lis\
t",$n();try{K().replaceChildren(...await Ui(O().dataset.suggests)),document.activeElement===O()&&$t()}catch{}}},!0);function Gr(e){We()&&(We().ariaSelected="fal\
se",delete We().dataset.active),O().removeAttribute("aria-activedescendant"),e&&(e.id||=`filter-tags-${Dn().indexOf(e)}`,e.dataset.active="",e.ariaSelected="tru\
e",O().setAttribute("aria-activedescendant",e.id),e.scrollIntoView({block:"nearest"}))}function $t(){let e=O().value.trim().toLowerCase();for(let r of Dn())r.hidden=
!r.value.toLowerCase().includes(e);let t=Wi().length>0;Gr(),K().hidden=!t,O().ariaExpanded=String(t);let n=K().previousElementSibling,o=t||!Dn().length?"":n.dataset.
none;n.textContent!==o&&(n.textContent=o)}function $n(){Gr(),K().hidden=!0,O().ariaExpanded="false",K().previousElementSibling.textContent=""}function zi(e){O().
value=e.value,O().focus(),$n()}document.addEventListener("input",e=>{e.target.id==="filter-tag"&&$t()});document.addEventListener("focusin",e=>{e.target.id==="f\
ilter-tag"?$t():O()&&!K().contains(e.target)&&$n()});document.addEventListener("click",e=>{let t=e.target.closest?.('#filter-tags [role="option"]');t?zi(t):e.target.
id==="filter-tag"&&K().hidden&&$t()});document.addEventListener("keydown",e=>{if(e.target.id!=="filter-tag"||e.isComposing)return;let t={ArrowDown:1,ArrowUp:-1}[e.
key];if(t){K().hidden&&$t();let n=Wi();if(!n.length)return;let o=n.indexOf(We());Gr(n[o<0?t>0?0:n.length-1:(o+t+n.length)%n.length])}else if(e.key==="Enter"&&We())
zi(We());else if(e.key==="Escape"&&!K().hidden)$n();else return;e.preventDefault(),e.stopPropagation()},!0);var Tn=document.body.dataset,Wd=document.querySelector("main"),Ji=()=>document.getElementById("alert");document.documentElement.classList.add("js");document.cookie=
"svcx_scripts=1; path=/app; samesite=lax";w();function l(){return document.getElementById("open")?.dataset.conversationId??""}function ji(){let e=l();Wd.dataset.
view=e?"thread":"list";for(let n of document.querySelectorAll(".conv[aria-current]"))n.removeAttribute("aria-current");let t=e&&p(e);t&&(t.setAttribute("aria-cu\
rrent","true"),requestAnimationFrame(()=>p(e)?.scrollIntoView({block:"nearest"}))),(Number(document.getElementById("open")?.dataset.unread)>0||document.getElementById(
"open")?.dataset.waits!==void 0)&&Me(e),Xi(e),Ar(),ri(),di(e),requestAnimationFrame(()=>document.getElementById("thread")?.removeAttribute("aria-live")),bt(),ve(),
e&&gt(e),e&&mn(e)}function Xi(e){ha(e),vs(e),gs(e),ii();for(let t of document.querySelectorAll("form[data-write]"))ut(t)}document.addEventListener("htmx:beforeS\
wap",e=>{e.detail.target.id==="open"&&(e.detail.swapOverride="whole show:none")});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="open"?(w(e.target),
ji()):e.detail.target?.id!=="open"&&(w(e.detail.target??document),_e())});document.addEventListener("htmx:afterSettle",e=>{e.target.id==="open"&&va()});var Yr;document.
addEventListener("htmx:oobBeforeSwap",e=>{e.detail.target.id==="composer"&&(Yr=e.detail.target.querySelector('[role="tab"][aria-selected="true"]')?.dataset.tab)});
document.addEventListener("htmx:oobAfterSwap",e=>{w(e.detail.target),e.detail.target.id==="thead"&&ve(),e.detail.target.id==="composer"&&(Yr&&De(Yr),Xi(l()))});
document.addEventListener("htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="messages"){e.detail.shouldSwap=!1,w(e.detail.fragment);for(let t of e.detail.fragment.
querySelectorAll("article.msg, .ev")){let n=document.getElementById(t.id)?.querySelector(".dlv");n&&t.querySelector(".dlv")?.replaceWith(n),pr(t)}}});document.addEventListener(
"submit",e=>{let t=e.target.dataset?.write&&e.target.elements.content;!t||t.value.trim()||e.target.querySelector("[data-uploads] li")||(e.preventDefault(),e.stopImmediatePropagation(),
t.focus())},!0);function Ro(e,t,n){let{content:o}=t.elements;if(!o.value.startsWith(n))return!1;let r=o.value.slice(n.length).trimStart();return Mt(e,t.dataset.
write),r&&e===l()&&(o.value=r,M(t)),!0}document.addEventListener("htmx:beforeRequest",e=>{let t=e.target;if(e.defaultPrevented||!t.matches("form, #open"))return;
let n=l(),o=t.closest("#open"),r=t.dataset.write&&t.elements.content.value;if(t.addEventListener("htmx:beforeOnLoad",function c(d){d.detail.xhr===e.detail.xhr&&
(t.removeEventListener("htmx:beforeOnLoad",c),t.dataset.write&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&(Ro(n,t,r),t.dataset.
write==="reply"&&dn(n)),o&&l()!==n&&d.preventDefault())}),!t.matches("form")||(A(""),!r?.trim()))return;let a=document.createElement("article");a.className=t.dataset.
write==="note"?"msg note sending":"msg ours sending",a.id="sending";let s=document.createElement("div");s.className="body plain",s.textContent=r;let i=document.
createElement("div");i.append(s),a.append(document.createElement("span"),i),document.getElementById("messages")?.append(a)});document.addEventListener("htmx:aft\
erRequest",e=>{e.detail.requestConfig?.elt.matches("form[data-write]")&&document.getElementById("sending")?.remove()});for(let e of["htmx:sendError","htmx:respo\
nseError","htmx:timeout"])document.addEventListener(e,t=>{let n=t.detail.xhr?.status;if(!(n===401&&h())&&!(sn(n)&&t.target.matches("form[data-write]"))){if(Ir(t.
detail.xhr))return;if(!n&&!zd(t))return;t.target.id!=="bulk-progress"&&A(b(t.detail.xhr?.status,t.detail.xhr?.responseText),t.target,t.detail.requestConfig?.triggeringEvent?.
submitter)}});var zd=e=>e.target.matches("form, .conv")||e.detail.requestConfig?.triggeringEvent?.type==="click";function b(e,t){return e?new DOMParser().parseFromString(
t,"text/html").getElementById("failure")?.textContent||Tn.tUnclear.replace("%",e):Tn.tFailed}function A(e,t,n){let o=Ji();for(let s of o?.querySelectorAll(":sco\
pe > :not(.undone)")??[])s.remove();if(!e)return;if(!o?.parentElement.checkVisibility()){q()&&e===Tn.tFailed?Ze():de(e);return}let r=()=>{t.matches("form")?Br({
form:t,submitter:n,gone:()=>A("")}):(p(t.dataset.conversationId)??t).click()},a=Cr(e,"",t?.matches?.("form, .conv, .more a")&&r);e===Tn.tFailed&&!t?.matches?.("\
form")&&(a.dataset.away=""),o.prepend(a)}Wt(e=>{e||Ji()?.querySelector("[data-away]")?.remove()});document.addEventListener("click",e=>{let t=e.target.closest?.(
'[role="tab"][data-tab]');!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),De(t.dataset.tab,!0))});function De(e,t){for(let n of document.querySelectorAll(
'[role="tab"][data-tab]'))n.setAttribute("aria-selected",String(n.dataset.tab===e));for(let n of document.querySelectorAll("#composer [data-for]"))n.hidden=n.dataset.
for!==e;for(let n of document.querySelectorAll("form[data-write]"))n.parentElement.hidden=n.dataset.write!==e,ut(n),t&&n.dataset.write===e&&n.elements.content.focus()}
document.addEventListener("beforetoggle",e=>{e.newState!=="closed"||!e.target.contains(document.activeElement)||e.target.parentElement.closest("[popover]:popove\
r-open")?.querySelector(`[popovertarget="${e.target.id}"]`)?.focus()},!0);document.addEventListener("beforetoggle",e=>{let t=e.target.querySelector?.("[data-fil\
ter]");!t||e.newState!=="open"||(t.hidden=!t.name&&matchMedia("(pointer: coarse)").matches&&t.form.querySelectorAll('[role="option"]').length<=8,t.value="",Gi(t))},
!0);var _i=e=>[...e.form.querySelectorAll('[role="option"]:not([hidden])')];function Gi(e){let t=e.value.trim().toLowerCase(),n=e.form.querySelector("[data-new]"),
o=!1;for(let c of e.form.querySelectorAll('[role="option"]')){let d=c.textContent.trim().toLowerCase();c.hidden=!d.includes(t),o||=c!==n&&d===t}n&&(n.hidden=!t||
o,n.firstElementChild.textContent=n.dataset.new.replace("%",()=>e.value.trim()));let r=_i(e),a=c=>c.textContent.trim().toLowerCase();t||!n?Qr(e,!t&&r.find(c=>c.
ariaSelected==="true")||r.find(c=>a(c)===t)||r.find(c=>` ${a(c)}`.includes(` ${t}`))||r[0]):Qr(e);let s=e.form.querySelector("[data-none]"),i=r.length?"":s.dataset.
none;s.textContent!==i&&(s.textContent=i)}var Zr=e=>e.form.querySelector("[data-active]");function Qr(e,t){if(Zr(e)?.removeAttribute("data-active"),!t){e.removeAttribute(
"aria-activedescendant");return}let n=t.closest('[role="listbox"]');t.id||=`${n.id}-${[...n.children].indexOf(t)}`,t.dataset.active="",e.setAttribute("aria-acti\
vedescendant",t.id),t.scrollIntoView({block:"nearest"})}document.addEventListener("input",e=>{e.target.matches("[data-filter]")&&Gi(e.target)});document.addEventListener(
"keydown",e=>{if(!e.target.matches?.("[data-filter]")||e.isComposing)return;let t=_i(e.target),n={ArrowDown:1,ArrowUp:-1}[e.key];if(n&&t.length){let o=t.indexOf(
Zr(e.target));Qr(e.target,t[o<0?n>0?0:t.length-1:(o+n+t.length)%t.length])}else if(e.key==="Enter")Zr(e.target)?.click();else return;e.preventDefault()});document.
addEventListener("submit",e=>e.target.closest?.("[popover]")?.hidePopover());var Yi=new BroadcastChannel("svcx-theme");Yi.addEventListener("message",e=>Zi(e.data));
function Zi(e){e?document.documentElement.dataset.theme=e:delete document.documentElement.dataset.theme;let t=document.querySelector("[data-theme-form]")?.elements.
theme;t&&(t.value={"":"light",light:"dark",dark:""}[e],t.title=t.dataset[e||"system"])}document.addEventListener("submit",e=>{if(!e.target.matches("[data-theme-\
form]"))return;e.preventDefault();let t=e.target.elements.theme.value;Zi(t),Yi.postMessage(t),fetch(e.target.action,{method:"POST",body:new URLSearchParams({theme:t}),
redirect:"manual"}).catch(()=>{})});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="bulk"&&document.querySelector("#bulk[data-ended]")&&xe()});ji();
si();export{A as fail,l as openID,b as reason,De as showTab,Ro as typedOn};
